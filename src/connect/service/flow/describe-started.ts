import type { Answer } from '../../shapes/common-answers.ts';
import type { startedAnswer } from '../../shapes/flow-answers.ts';
import type { Application, Flow } from '../store/store.ts';
import { findOwner } from './connect-again.ts';
import { describeParty } from './describe-party.ts';
import { readPageSubmissions } from './flow-application.ts';
import type { FlowParts } from './flow-parts.ts';

/**
 * @param parts - configuration
 * @param application - as just read
 * @param started - the flow with its new values, and the user's locale
 * @returns the data that a flow's page starts with
 */
export async function describeStarted(
  parts: Pick<FlowParts, 'config' | 'providers' | 'store'>,
  application: Application,
  {
    flow,
    locale,
  }: {
    readonly flow: Pick<Flow, 'client_id' | 'account_id' | 'host_origin'>;
    readonly locale: string;
  },
): Promise<Answer<typeof startedAnswer>> {
  const { environment } = application;
  const owner = await findOwner(parts, flow);
  const all = parts.providers.list(environment, locale);
  return {
    application: await describeParty(parts, application),
    origin: flow.host_origin,
    providers: owner ? all.filter(({ id }) => id === owner.providerId) : all,
    account: owner && { provider_id: owner.providerId, label: owner.label },
    submissions: readPageSubmissions(parts, application),
  };
}
