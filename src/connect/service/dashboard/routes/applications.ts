import { randomBytes } from 'node:crypto';
import type { Handler } from 'hono';
import * as v from 'valibot';
import { answerJson } from '../../http/answers.ts';
import { readJsonBody } from '../../http/json-body.ts';
import { logFor } from '../../http/request-id.ts';
import { createClientSecret, hashSecret } from '../../secrets.ts';
import type { Services } from '../../services.ts';
import { assertApplicationName } from '../application-name.ts';
import {
  describeApplication,
  findNamedApplication,
  summarizeApplication,
} from '../describe-application.ts';

const bodySchema = v.object({
  name: v.pipe(v.string(), v.trim()),
  environment: v.picklist(['test', 'live']),
});

/**
 * `GET /dashboard/api/applications`: the list.
 *
 * @param services - what the route is built from
 * @returns the handler
 */
export function createApplicationsRoute(services: Services): Handler {
  return async (context) => {
    const applications = await services.store.registrations.list();
    const summaries = applications.map((entry) => summarizeApplication(services, entry));
    return answerJson(context, { applications: summaries });
  };
}

/**
 * `GET /dashboard/api/applications/:client_id`: everything about one.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `not_found`
 */
export function createApplicationRoute(services: Services): Handler {
  return async (context) => {
    const application = await findNamedApplication(services, context);
    return answerJson(context, await describeApplication(services, application));
  };
}

/**
 * `POST /dashboard/api/applications`: registers one. The answer is the only place where its secret is
 * ever seen.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `invalid_request`
 */
export function createRegisterRoute(services: Services): Handler {
  const { store, clock } = services;
  return async (context) => {
    const { name, environment } = await readJsonBody(context.req.raw, bodySchema);
    assertApplicationName(name);
    const clientId = `${environment}_${randomBytes(12).toString('hex')}`;
    const client_secret = createClientSecret(environment);
    const secretHash = hashSecret(client_secret);
    const now = clock.now();
    await store.registrations.create({ clientId, name, environment, secretHash, now });
    logFor(context).info({ client_id: clientId, environment }, 'application registered');
    return answerJson(context, { client_id: clientId, client_secret }, 201);
  };
}
