import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type {
  applicationsAnswer,
  deletedAnswer,
  registeredAnswer,
  rotatedAnswer,
} from '../../../shapes/dashboard-answers.ts';
import { environments } from '../../../shapes/unions.ts';
import { createClientSecret, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithBody } from '../../http/checks.ts';
import type { Arrival } from '../../http/endpoint.ts';
import { createInvalid } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeAsOperator } from '../../operators/audit-log.ts';
import { type ApplicationRequest, namedApplication } from '../checks.ts';
import {
  answerApplication,
  describeApplication,
  summarizeApplication,
} from '../describe-application.ts';
import { assertApplicationName, changeSetting, type nameBody } from './settings.ts';

export const registerBody = v.object({
  name: v.pipe(v.string(), v.trim()),
  environment: v.picklist(environments),
});

type RegisterRequest = Arrival & WithBody<typeof registerBody>;

/** `GET /dashboard/api/applications`: lists all applications. */
export async function listApplications({ parts, context }: Arrival) {
  const registered = await parts.store.registrations.list();
  const applications = registered.map((entry) => summarizeApplication(parts, entry));
  return answerJson<Answer<typeof applicationsAnswer>>(context, { applications });
}

/** `GET /dashboard/api/applications/:client_id`: shows an application. */
export function showApplication(request: ApplicationRequest) {
  return answerApplication(request);
}

/** `POST /dashboard/api/applications`: registers an application. Only this response contains its secret. */
export async function registerApplication({ parts, context, body }: RegisterRequest) {
  const { name, environment } = body;
  assertApplicationName(name);
  const clientId = `${environment}_${randomBytes(12).toString('hex')}`;
  const client_secret = createClientSecret(environment);
  const secretHash = hashSecret(client_secret);
  const now = parts.clock.now();
  const request = { parts, context, application: { publicClientId: clientId, name } };
  await changeAsOperator(request, {
    action: 'application_registered',
    detail: environment,
    async apply({ registrations }) {
      await registrations.create({ clientId, name, environment, secretHash, now });
      return true;
    },
  });
  logFor(context).info({ client_id: clientId, environment }, 'application registered');
  const registered: Answer<typeof registeredAnswer> = { client_id: clientId, client_secret };
  return answerJson<typeof registered>(context, registered, 201);
}

/**
 * `POST …/delete`: codes and access tokens become invalid at once. The body repeats the name, so that an operator
 * does not delete another application by mistake.
 */
export async function deleteApplication(request: ApplicationRequest & WithBody<typeof nameBody>) {
  const { parts, context, application, body } = request;
  const { clientId, publicClientId: client_id, environment } = application;
  const deletion = { name: body.name, now: parts.clock.now() };
  const isDeleted = await changeAsOperator(request, {
    action: 'application_deleted',
    detail: null,
    apply: ({ registrations }) => registrations.delete(clientId, deletion),
  });
  if (!isDeleted) {
    await namedApplication(request);
    throw createInvalid('This is not the name of the application.');
  }
  parts.onApplicationDeleted();
  logFor(context).info({ client_id, environment }, 'application deleted');
  return answerJson<Answer<typeof deletedAnswer>>(context, { deleted: client_id });
}

/** The time that replaced secrets stay valid, so that an operator can deploy the new secret to every backend. */
const overlapMs = 24 * 60 * 60 * 1000;
/** The maximum number of valid secrets. It suffices for an operator who loses a new secret and rotates again. */
const maxSecrets = 5;

/** `POST …/secrets/rotate`: creates a secret, which only this response has. The previous one is valid for 24 hours. */
export async function rotateSecret(request: ApplicationRequest) {
  const { parts, context, application } = request;
  const { clientId, publicClientId: client_id, environment } = application;
  const client_secret = createClientSecret(environment);
  const now = parts.clock.now();
  const secretHash = hashSecret(client_secret);
  const rotation = { secretHash, now, oldExpireAt: now + overlapMs, maxSecrets };
  const isRotated = await changeAsOperator(request, {
    action: 'secret_rotated',
    detail: null,
    apply: ({ registrations }) => registrations.rotateSecret(clientId, rotation),
  });
  if (!isRotated) {
    await namedApplication(request);
    throw createInvalid(`${maxSecrets} secrets are valid already; end the old ones first.`);
  }
  logFor(context).info({ client_id }, 'client secret rotated');
  const described = await describeApplication(parts, application);
  const rotated = { application: described, client_secret };
  return answerJson<Answer<typeof rotatedAnswer>>(context, rotated);
}

/** `POST …/secrets/end-old`: ends all secrets but the newest at once, for example after one has leaked. */
export function endOldSecrets(request: ApplicationRequest) {
  return changeSetting(request, {
    action: 'old_secrets_ended',
    detail: null,
    apply: ({ registrations }) => registrations.endOldSecrets(request.application.clientId),
    message: 'old client secrets ended',
  });
}
