import type { Handler } from 'hono';
import { answerJson } from '../../http/answers.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { createClientSecret, hashSecret } from '../../secrets.ts';
import type { Services } from '../../services.ts';
import { describeApplication, findNamedApplication } from '../describe-application.ts';

/** Long enough to bring the new secret to every backend. */
const overlapMs = 24 * 60 * 60 * 1000;
/** Enough for somebody who loses the new one and rotates again. */
const maxSecrets = 5;

/**
 * `POST …/secrets/rotate`: a new secret, shown here and never again. The old one stays valid for 24
 * hours.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `not_found`, `invalid_request` when too many secrets are valid already
 */
export function createRotateRoute(services: Services): Handler {
  const { store, clock } = services;
  return async (context) => {
    const application = await findNamedApplication(services, context);
    const { clientId, environment } = application;
    const client_secret = createClientSecret(environment);
    const now = clock.now();
    const isRotated = await store.registrations.rotateSecret(clientId, {
      secretHash: hashSecret(client_secret),
      now,
      oldExpireAt: now + overlapMs,
      maxSecrets,
    });
    if (!isRotated) {
      await findNamedApplication(services, context);
      throw new Refusal(
        [400, 'invalid_request'],
        `${maxSecrets} secrets are valid already; end the old ones first.`,
        { retryable: false },
      );
    }
    logFor(context).info({ client_id: clientId }, 'client secret rotated');
    const described = await describeApplication(services, application);
    return answerJson(context, { application: described, client_secret });
  };
}

/**
 * `POST …/secrets/end-old`: ends the overlap at once, for the case that the old secret has leaked.
 *
 * @param services - what the route is built from
 * @returns the handler, which answers the application as it is then
 * @throws Refusal `not_found`
 */
export function createEndOldSecretsRoute(services: Services): Handler {
  const { store } = services;
  return async (context) => {
    const application = await findNamedApplication(services, context);
    await store.registrations.endOldSecrets(application.clientId);
    await findNamedApplication(services, context);
    logFor(context).info({ client_id: application.clientId }, 'old client secrets ended');
    return answerJson(context, await describeApplication(services, application));
  };
}
