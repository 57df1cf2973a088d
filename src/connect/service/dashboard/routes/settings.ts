import type { Handler } from 'hono';
import * as v from 'valibot';
import { answerJson } from '../../http/answers.ts';
import { readJsonBody } from '../../http/json-body.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import type { Services } from '../../services.ts';
import { assertApplicationName } from '../application-name.ts';
import { describeApplication, findNamedApplication } from '../describe-application.ts';

const maxSubmissionLimit = 1e9;

const nameSchema = v.object({ name: v.pipe(v.string(), v.trim()) });
const limitSchema = v.object({
  submission_limit: v.nullable(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxSubmissionLimit)),
  ),
});

/**
 * `POST …/rename`: what users are asked to give access to is called otherwise from now on.
 *
 * @param services - what the route is built from
 * @returns the handler, which answers the application as it is then
 * @throws Refusal `invalid_request`, `not_found`
 */
export function createRenameRoute(services: Services): Handler {
  const { store } = services;
  return async (context) => {
    const application = await findNamedApplication(services, context);
    const { name } = await readJsonBody(context.req.raw, nameSchema);
    assertApplicationName(name);
    await store.registrations.rename(application.clientId, name);
    const renamed = await findNamedApplication(services, context);
    logFor(context).info({ client_id: application.clientId, name }, 'application renamed');
    return answerJson(context, await describeApplication(services, renamed));
  };
}

/**
 * `POST …/submission-limit`: a test application's own limit, or null for the service's. What has been
 * used stays used.
 *
 * @param services - what the route is built from
 * @returns the handler, which answers the application as it is then
 * @throws Refusal `invalid_request`, also for live applications, `not_found`
 */
export function createSubmissionLimitRoute(services: Services): Handler {
  const { store } = services;
  return async (context) => {
    const application = await findNamedApplication(services, context);
    const body = await readJsonBody(context.req.raw, limitSchema);
    const { clientId } = application;
    if (application.environment === 'live') throw createInvalid('Live applications have no limit.');
    const submissionLimit = body.submission_limit;
    await store.registrations.setSubmissionLimit(clientId, submissionLimit);
    const changed = await findNamedApplication(services, context);
    logFor(context).info(
      { client_id: clientId, submission_limit: submissionLimit },
      'submission limit set',
    );
    return answerJson(context, await describeApplication(services, changed));
  };
}

/**
 * `POST …/delete`: the application with everything that belongs to it; its codes and access tokens are
 * worth nothing from then on. The body repeats its name, so that nobody deletes another one than they
 * were looking at.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `invalid_request` for another name, `not_found`
 */
export function createDeleteRoute(services: Services): Handler {
  const { clock, onApplicationDeleted, store } = services;
  return async (context) => {
    const application = await findNamedApplication(services, context);
    const { clientId, publicClientId: client_id, environment } = application;
    const { name } = await readJsonBody(context.req.raw, nameSchema);
    if (!(await store.registrations.delete(clientId, { name, now: clock.now() }))) {
      await findNamedApplication(services, context);
      throw createInvalid('This is not the name of the application.');
    }
    onApplicationDeleted();
    logFor(context).info({ client_id, environment }, 'application deleted');
    return answerJson(context, { deleted: client_id });
  };
}

function createInvalid(description: string): Refusal {
  return new Refusal([400, 'invalid_request'], description, { retryable: false });
}
