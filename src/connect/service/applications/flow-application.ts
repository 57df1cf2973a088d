import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { findLogo } from './logos.ts';
import { type Application, anonymousShare, noApplication } from './registered-application.ts';

/** @throws Refusal 401 `unknown_client` when the application has been deleted since the flow began */
export async function findApplication(
  { store }: Parts,
  flow: { readonly client_id: string },
): Promise<Application> {
  const application = await store.applications.find(flow.client_id);
  if (application) return application;
  throw new Refusal([401, 'unknown_client'], 'The application does not exist any more.');
}

/** Describes an application as people see it. */
export async function describeParty(
  parts: Parts,
  { clientId, name, environment, accent_color, support_url }: Application,
) {
  const logo = await findLogo(parts, clientId);
  return { name, environment, logo, accent_color, support_url };
}

interface Submissions {
  readonly limit: number;
  readonly used: number;
}

/** Reads the limit of submissions and how many are used. Null for live applications and `/manage`, which have none. */
export function readSubmissions(
  { config }: Parts,
  { clientId, environment, submission_limit, submissions_used }: Application,
): Submissions | null {
  if (environment === 'live' || clientId === noApplication) return null;
  return { limit: submission_limit ?? config.submissionLimit, used: submissions_used };
}

/** Reads how many submissions the public page may use, and how many it has used. Null when there is no limit. */
export function readPageSubmissions(parts: Parts, application: Application): Submissions | null {
  const all = readSubmissions(parts, application);
  if (!all) return null;
  const { numerator, denominator } = anonymousShare;
  const limit = Math.ceil((all.limit * numerator) / denominator);
  const left = Math.min(limit - application.anonymous_submissions, all.limit - all.used);
  return { limit, used: limit - Math.max(0, left) };
}

export function createLimitReached(): Refusal {
  return new Refusal(
    [403, 'submission_limit_reached'],
    'This test application has used up its sign-ins.',
  );
}

/**
 * Counts a test application's submission from the public page.
 *
 * @throws Refusal `submission_limit_reached`; `unknown_client` when the application has been deleted
 */
export async function countSubmission(
  parts: Parts,
  { clientId, environment }: Application,
): Promise<void> {
  if (environment === 'live' || clientId === noApplication) return;
  const { config, store } = parts;
  const isCounted = await store.applications.countSubmission(clientId, {
    defaultLimit: config.submissionLimit,
    isAnonymous: true,
  });
  if (isCounted) return;
  await findApplication(parts, { client_id: clientId });
  throw createLimitReached();
}
