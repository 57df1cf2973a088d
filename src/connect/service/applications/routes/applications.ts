import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { applicationsAnswer, registeredAnswer } from '../../../shapes/dashboard-answers.ts';
import { environments } from '../../../shapes/unions.ts';
import { createClientSecret, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import type { Arrival } from '../../http/endpoint.ts';
import type { Parts } from '../../http/parts.ts';
import { logFor } from '../../http/request-id.ts';
import { changeApplication } from '../../operators/change.ts';
import type { ApplicationRequest } from '../checks.ts';
import { answerApplication, summarizeApplication } from '../describe-application.ts';
import { assertApplicationName } from '../registered-fields.ts';

/** A new application. */
export const registerBody = v.object({
  name: v.pipe(v.string(), v.trim()),
  environment: v.picklist(environments),
});

type RegisterRequest = Arrival & { readonly body: v.InferOutput<typeof registerBody> };

/** `GET /dashboard/api/applications`: the list of applications. */
export function listApplications(parts: Pick<Parts, 'config' | 'store'>) {
  return async ({ context }: Arrival) => {
    const registered = await parts.store.registrations.list();
    const applications = registered.map((entry) => summarizeApplication(parts, entry));
    return answerJson<Answer<typeof applicationsAnswer>>(context, { applications });
  };
}

/** `GET /dashboard/api/applications/:client_id`: all data of an application. */
export function showApplication(
  parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>,
) {
  return (request: ApplicationRequest) => answerApplication(parts, request);
}

/**
 * `POST /dashboard/api/applications`: registers an application. Only this response contains its secret.
 *
 * @throws Refusal `invalid_request`
 */
export function registerApplication(parts: Pick<Parts, 'clock' | 'store'>) {
  return async ({ context, body: { name, environment } }: RegisterRequest) => {
    assertApplicationName(name);
    const clientId = `${environment}_${randomBytes(12).toString('hex')}`;
    const client_secret = createClientSecret(environment);
    const secretHash = hashSecret(client_secret);
    const now = parts.clock.now();
    const application = { publicClientId: clientId, name };
    await changeApplication(
      parts,
      { context, application },
      {
        action: 'application_registered',
        detail: environment,
        async apply({ registrations }) {
          await registrations.create({ clientId, name, environment, secretHash, now });
          return true;
        },
      },
    );
    logFor(context).info({ client_id: clientId, environment }, 'application registered');
    const registered: Answer<typeof registeredAnswer> = { client_id: clientId, client_secret };
    return answerJson<typeof registered>(context, registered, 201);
  };
}
