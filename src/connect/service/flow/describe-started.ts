import type { Provider } from 'tax-connect/page';
import { fill } from '../../../texts/fill.ts';
import type { Answer } from '../../shapes/common-answers.ts';
import type { startedAnswer } from '../../shapes/flow-answers.ts';
import { testLogin } from '../../shapes/test-login.ts';
import { describeParty, readPageSubmissions } from '../applications/flow-application.ts';
import type { Application } from '../applications/registered-application.ts';
import type { ConnectedOwner } from '../connections/accounts.ts';
import { chooseTexts } from '../http/notice.ts';
import type { Parts } from '../http/parts.ts';
import { sandboxProviderId } from '../providers/simulated.ts';
import type { SessionTerms } from '../sessions/connect-sessions.ts';
import type { Flow } from './flows-table.ts';
import { findOfferedProvider, listOfferedProviders } from './offered-providers.ts';
import { findOwner, findSession, isSelectable } from './session.ts';
import { listForVisit } from './visit.ts';

/** Describes a started flow for its page: the application, the providers, the session and the remaining time. */
export async function describeStarted(
  parts: Parts,
  application: Application,
  { flow, locale }: { readonly flow: Flow; readonly locale: string },
): Promise<Answer<typeof startedAnswer>> {
  const owner = await findOwner(parts, flow);
  const session = await findSession(parts, flow);
  return {
    ...describeRemaining(flow, parts.clock.now()),
    application: await describeParty(parts, application),
    origin: flow.host_origin,
    providers: listChoices(parts, application, { flow, locale, owner, session }),
    account: owner && { provider_id: owner.provider_id },
    session: session && {
      provider_id: session.provider_ids?.length === 1 ? (session.provider_ids[0] ?? null) : null,
      locale: session.locale,
    },
    submissions: readPageSubmissions(parts, application),
  };
}

export function describeRemaining({ expires_at }: Pick<Flow, 'expires_at'>, now: number) {
  return { expires_in: Math.max(0, Math.floor((expires_at - now) / 1000)) };
}

interface Choice {
  readonly flow: Pick<Flow, 'kind'>;
  readonly locale: string;
  readonly owner: ConnectedOwner | null;
  readonly session: SessionTerms | null;
}

/** Lists the providers that the user of a flow can choose now, and how to sign in to the one of a test application. */
export function listChoices(
  parts: Parts,
  application: Application,
  { flow, owner, session, ...user }: Choice,
) {
  if (flow.kind === 'manage') return [...listForVisit(parts, application, user.locale)];
  const locale = session?.locale ?? user.locale;
  if (owner) {
    const own = findOfferedProvider(parts, application, { providerId: owner.provider_id, locale });
    return own ? [own] : [];
  }
  const offered = listOfferedProviders(parts, application, locale);
  const selectable = offered.filter(({ id }) => isSelectable(session, id));
  if (application.environment !== 'test') return selectable;
  const reason = fill(chooseTexts([locale]).testHint, testLogin);
  const isOpenSandbox = ({ id, status }: Provider) =>
    id === sandboxProviderId && status === 'available';
  return selectable.map((one) => (isOpenSandbox(one) ? { ...one, reason } : one));
}
