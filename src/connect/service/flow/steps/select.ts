import type { Provider } from 'tax-connect/page';
import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { backAnswer, SelectedProvider, selectedAnswer } from '../../../shapes/flow-answers.ts';
import { createLimitReached, readPageSubmissions } from '../../applications/flow-application.ts';
import type { Application } from '../../applications/registered-application.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { isRedirectProvider } from '../../providers/registry.ts';
import type { SessionTerms } from '../../sessions/connect-sessions.ts';
import type { FlowRequest } from '../checks.ts';
import { listChoices } from '../describe-started.ts';
import {
  assertStep,
  createInvalidStep,
  findLiveFlow,
  flowTokenSchema,
  moveOnce,
} from '../flow-token.ts';
import { atSelection, withoutHandoff } from '../handoffs.ts';
import { assertListed, findAvailableProvider } from '../offered-providers.ts';
import { localeSchema } from '../provider-outcome.ts';
import { assertSelectable, findOwner, findSession } from '../session.ts';
import { findParty } from '../visit.ts';

export const providerBody = v.object({
  flow_token: flowTokenSchema,
  provider_id: v.pipe(v.string(), v.maxLength(200)),
});

interface ProviderRequest extends FlowRequest<typeof providerBody> {
  readonly session: SessionTerms | null;
}

/**
 * `POST /connect/flow/provider`: moves from the selection to the login. When a test application has used up its
 * submissions, the user learns it here, before typing a password. A repeated request gets the same answer.
 */
export async function selectProvider({ parts, context, body, flow, session }: ProviderRequest) {
  const application = await findParty(parts, { ...flow, provider_id: body.provider_id });
  const provider = findAvailableProvider(parts, application, body.provider_id);
  assertSelectable(session, provider.id);
  const owner = await findOwner(parts, flow);
  if (owner && owner.provider_id !== provider.id) throw createInvalidStep();
  // A hidden provider is accepted to connect its account again, and at `/manage`, so that people can end access.
  if (!owner && flow.kind !== 'manage') assertListed(application, provider.id);
  const submissions = readPageSubmissions(parts, application);
  if (submissions && submissions.used >= submissions.limit) throw createLimitReached();
  await moveOnce(parts, flow, {
    isDone: ({ step, provider_id }) => step === 'login' && provider_id === provider.id,
    async move() {
      assertStep(flow, ['select']);
      const chosen = { provider_id: provider.id, chosen_at: parts.clock.now() };
      return await parts.store.flows.move(flow, { step: 'login', ...chosen });
    },
  });
  return answerJson<Answer<typeof selectedAnswer>>(context, {
    step: 'login',
    provider: describeSelected(parts, application, provider),
  });
}

const anyStep = ['select', 'login', 'mfa', 'consent', 'allowed'] as const;
/** The steps from which a document returns to the selection. `select` is one, so a repeated request succeeds. */
const ownSteps = ['select', 'login', 'mfa', 'consent', 'manage'] as const;

export const backBody = v.object({ flow_token: flowTokenSchema, locale: localeSchema });

/**
 * `POST /connect/flow/back`: returns to the selection and forgets an earlier login. With this request, the frame's
 * document can take the flow back from a popup. The answer lists the providers again, because an operator may have
 * switched a provider since the flow started. A repeated request gets the same answer.
 */
export async function goBack({ parts, context, body, flow: own }: FlowRequest<typeof backBody>) {
  const isTakenBack = own.handoff_state !== null;
  const flow = isTakenBack ? own : await findLiveFlow(parts, body.flow_token);
  assertStep(flow, isTakenBack ? anyStep : ownSteps);
  const change = isTakenBack ? { ...atSelection, ...withoutHandoff } : atSelection;
  await moveOnce(parts, flow, {
    isDone: ({ step, handoff_state }) => step === 'select' && !(isTakenBack && handoff_state),
    move: () => parts.store.flows.move(flow, change),
  });
  const application = await findParty(parts, flow);
  const owner = await findOwner(parts, flow);
  const session = await findSession(parts, flow);
  const choice = { flow, owner, session, locale: body.locale };
  const providers = listChoices(parts, application, choice);
  return answerJson<Answer<typeof backAnswer>>(context, { step: 'select', providers });
}

/** Describes the provider, and how users sign in there. */
export function describeSelected(
  parts: Parts,
  application: Application,
  { id, name, domain, logo }: Provider,
): SelectedProvider {
  const plugin = parts.providers.findPlugin(application.environment, id);
  const fields = plugin && 'fields' in plugin ? plugin.fields : undefined;
  const login = plugin && isRedirectProvider(plugin) ? 'redirect' : 'credentials';
  const isSimulated = plugin !== undefined && parts.providers.isSimulated(plugin);
  const own = application.environment === 'test' ? plugin?.info.hint : undefined;
  return {
    id,
    name,
    domain,
    logo,
    login,
    fields: fields ? [...fields] : null,
    is_simulated: isSimulated,
    hint: own ?? null,
  };
}
