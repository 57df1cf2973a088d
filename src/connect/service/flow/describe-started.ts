import type { Answer } from '../../shapes/common-answers.ts';
import type { startedAnswer } from '../../shapes/flow-answers.ts';
import type { Application } from '../store/store.ts';
import { describeParty } from './describe-party.ts';
import { readPageSubmissions } from './flow-application.ts';
import type { FlowParts } from './flow-parts.ts';

/**
 * @param parts - configuration
 * @param application - as just read
 * @param host - the origin that the flow is bound to (null in the redirect flow), and the user's locale
 * @returns the data that a flow's page starts with
 */
export async function describeStarted(
  parts: Pick<FlowParts, 'config' | 'providers' | 'store'>,
  application: Application,
  { origin, locale }: { readonly origin: string | null; readonly locale: string },
): Promise<Answer<typeof startedAnswer>> {
  const { environment } = application;
  return {
    application: await describeParty(parts, application),
    origin,
    providers: parts.providers.list(environment, locale),
    submissions: readPageSubmissions(parts, application),
  };
}
