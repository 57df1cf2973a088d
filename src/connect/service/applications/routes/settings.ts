import * as v from 'valibot';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeApplication } from '../../operators/audit-log.ts';
import { type ApplicationRequest, namedApplication } from '../checks.ts';
import { assertApplicationName, tokenDays } from '../consent-terms.ts';
import { answerApplication } from '../describe-application.ts';

const maxSubmissionLimit = 1e9;

/** The new name of an application. */
export const nameBody = v.object({ name: v.pipe(v.string(), v.trim()) });
/** An application's own limit; null for the service's default. */
export const limitBody = v.object({
  submission_limit: v.nullable(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxSubmissionLimit)),
  ),
});

/** The lifetime of new access tokens in days; null when they never end. */
export const tokenDaysBody = v.object({ token_days: v.nullable(tokenDays) });

type RenameRequest = ApplicationRequest & { readonly body: v.InferOutput<typeof nameBody> };
type LimitRequest = ApplicationRequest & { readonly body: v.InferOutput<typeof limitBody> };
type TokenDaysRequest = ApplicationRequest & { readonly body: v.InferOutput<typeof tokenDaysBody> };

/**
 * `POST …/rename`: renames the application. People see the new name from now on. It responds with the changed
 * application.
 *
 * @throws Refusal `invalid_request`, `not_found`
 */
export function renameApplication(
  parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>,
) {
  return async (request: RenameRequest) => {
    const { context, application, body } = request;
    const { name } = body;
    assertApplicationName(name);
    await changeApplication(parts, request, {
      action: 'application_renamed',
      detail: name,
      apply: async ({ registrations }) =>
        name !== application.name && registrations.rename(application.clientId, name),
    });
    const changed = await namedApplication(parts)(request);
    logFor(context).info({ client_id: application.clientId, name }, 'application renamed');
    return await answerApplication(parts, { context, ...changed });
  };
}

/**
 * `POST …/submission-limit`: sets a test application's limit; null restores the service's default. Previous
 * submissions still count. It responds with the changed application.
 *
 * @throws Refusal `invalid_request`, also for live applications, or `not_found`
 */
export function setSubmissionLimit(
  parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>,
) {
  return async (request: LimitRequest) => {
    const { context, application, body } = request;
    const { clientId, environment } = application;
    const { submission_limit } = body;
    if (environment === 'live') throw createLiveHasNoLimit();
    await changeApplication(parts, request, {
      action: 'submission_limit_set',
      detail: submission_limit === null ? null : String(submission_limit),
      apply: async ({ registrations }) =>
        submission_limit !== application.submissionLimit &&
        registrations.setSubmissionLimit(clientId, submission_limit),
    });
    const changed = await namedApplication(parts)(request);
    logFor(context).info({ client_id: clientId, submission_limit }, 'submission limit set');
    return await answerApplication(parts, { context, ...changed });
  };
}

/**
 * `POST …/token-days`: sets the lifetime of access tokens from later exchanges; null removes it. It responds with
 * the changed application.
 *
 * @throws Refusal `invalid_request`, `not_found`
 */
export function setTokenDays(
  parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>,
) {
  return async (request: TokenDaysRequest) => {
    const { context, application, body } = request;
    const { clientId } = application;
    const { token_days } = body;
    await changeApplication(parts, request, {
      action: 'token_days_set',
      detail: token_days === null ? null : String(token_days),
      apply: async ({ registrations }) =>
        token_days !== application.tokenDays && registrations.setTokenDays(clientId, token_days),
    });
    const changed = await namedApplication(parts)(request);
    logFor(context).info({ client_id: clientId, token_days }, 'token lifetime set');
    return await answerApplication(parts, { context, ...changed });
  };
}

function createLiveHasNoLimit(): Refusal {
  const description = 'Live applications have no limit.';
  return new Refusal([400, 'invalid_request'], description);
}
