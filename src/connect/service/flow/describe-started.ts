import type { Answer } from '../../shapes/common-answers.ts';
import type { startedAnswer } from '../../shapes/flow-answers.ts';
import type { Services } from '../services.ts';
import type { Application } from '../store/store.ts';
import { describeParty } from './describe-party.ts';
import { readPageSubmissions } from './flow-application.ts';

/**
 * @param services - configuration
 * @param application - as just read
 * @param host - the origin that the flow is bound to (null in the redirect flow), and the user's locale
 * @returns the data that a flow's page starts with
 */
export async function describeStarted(
  services: Services,
  application: Application,
  { origin, locale }: { readonly origin: string | null; readonly locale: string },
): Promise<Answer<typeof startedAnswer>> {
  const { environment } = application;
  return {
    application: await describeParty(services, application),
    origin,
    providers: services.providers.list(environment, locale),
    submissions: readPageSubmissions(services, application),
  };
}
