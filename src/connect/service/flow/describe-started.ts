import type { Answer } from '../../shapes/common-answers.ts';
import type { startedAnswer } from '../../shapes/flow-answers.ts';
import type { Application, Flow } from '../store/store.ts';
import { findOwner } from './connect-again.ts';
import { describeParty } from './describe-party.ts';
import { readPageSubmissions } from './flow-application.ts';
import type { FlowParts } from './flow-parts.ts';
import { findOfferedProvider, listOfferedProviders } from './offered-providers.ts';
import { findSession, isSelectable } from './session.ts';
import { listForVisit } from './visit.ts';

/**
 * @param parts - configuration
 * @param application - as just read
 * @param started - the flow with its new values, and the user's locale
 * @returns the data that a flow's page starts with
 */
export async function describeStarted(
  parts: Pick<FlowParts, 'clock' | 'config' | 'providers' | 'store'>,
  application: Application,
  {
    flow,
    locale,
  }: {
    readonly flow: Flow;
    readonly locale: string;
  },
): Promise<Answer<typeof startedAnswer>> {
  const owner = await findOwner(parts, flow);
  const session = await findSession(parts, flow);
  const language = session?.locale ?? locale;
  const known = owner && { providerId: owner.providerId, locale: language };
  const own = known && findOfferedProvider(parts, application, known);
  const offered =
    flow.kind === 'manage'
      ? listForVisit(parts, application, locale)
      : listOfferedProviders(parts, application, language);
  return {
    application: await describeParty(parts, application),
    origin: flow.host_origin,
    providers: owner ? (own ? [own] : []) : offered.filter(({ id }) => isSelectable(session, id)),
    account: owner && { provider_id: owner.providerId, label: owner.label },
    session: session && {
      provider_id: session.providerIds?.length === 1 ? (session.providerIds[0] ?? null) : null,
      locale: session.locale,
    },
    submissions: readPageSubmissions(parts, application),
  };
}
