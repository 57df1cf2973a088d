import type { Answer } from '../../../shapes/common-answers.ts';
import type { rotatedAnswer } from '../../../shapes/dashboard-answers.ts';
import { createClientSecret, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeApplication } from '../../operators/change.ts';
import { type ApplicationRequest, namedApplication } from '../checks.ts';
import { answerApplication, describeApplication } from '../describe-application.ts';

/** The time that an operator has to deploy the new secret to every backend. */
const overlapMs = 24 * 60 * 60 * 1000;
/** This is enough for an operator who loses a new secret and rotates again. */
const maxSecrets = 5;

/**
 * `POST …/secrets/rotate`: creates a new secret, which only this response contains. The old one stays valid
 * for 24 hours.
 *
 * @throws Refusal `not_found`, or `invalid_request` when too many secrets are valid already
 */
export function rotateSecret(
  parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>,
) {
  return async ({ context, application }: ApplicationRequest) => {
    const { clientId, environment } = application;
    const client_secret = createClientSecret(environment);
    const now = parts.clock.now();
    const secretHash = hashSecret(client_secret);
    const rotation = { secretHash, now, oldExpireAt: now + overlapMs, maxSecrets };
    const isRotated = await changeApplication(
      parts,
      { context, application },
      {
        action: 'secret_rotated',
        detail: null,
        apply: ({ registrations }) => registrations.rotateSecret(clientId, rotation),
      },
    );
    if (!isRotated) {
      await namedApplication(parts)({ context });
      throw createTooMany();
    }
    logFor(context).info({ client_id: clientId }, 'client secret rotated');
    const described = await describeApplication(parts, application);
    const rotated = { application: described, client_secret };
    return answerJson<Answer<typeof rotatedAnswer>>(context, rotated);
  };
}

/**
 * `POST …/secrets/end-old`: ends the old secrets at once, for example after one has leaked. It responds with the
 * changed application.
 *
 * @throws Refusal `not_found`
 */
export function endOldSecrets(
  parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>,
) {
  return async (request: ApplicationRequest) => {
    const { clientId } = request.application;
    await changeApplication(parts, request, {
      action: 'old_secrets_ended',
      detail: null,
      apply: ({ registrations }) => registrations.endOldSecrets(clientId),
    });
    await namedApplication(parts)(request);
    logFor(request.context).info({ client_id: clientId }, 'old client secrets ended');
    return await answerApplication(parts, request);
  };
}

function createTooMany(): Refusal {
  const description = `${maxSecrets} secrets are valid already; end the old ones first.`;
  return new Refusal([400, 'invalid_request'], description);
}
