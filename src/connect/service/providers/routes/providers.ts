import type { Provider } from 'tax-connect/page';
import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { providersAnswer, switchedProviderAnswer } from '../../../shapes/provider-answers.ts';
import { environments, providerStates } from '../../../shapes/unions.ts';
import { readActor } from '../../http/actor.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithBody } from '../../http/checks.ts';
import { type Arrival, withFacts } from '../../http/endpoint.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { applySwitch, listKnown } from '../provider-switches.ts';

export const providerSwitchBody = v.object({
  state: v.picklist(providerStates),
  reason: v.exactOptional(v.nullable(v.pipe(v.string(), v.trim())), null),
});

interface ProviderRequest extends Arrival {
  readonly provider: Provider;
}

type SwitchRequest = ProviderRequest & WithBody<typeof providerSwitchBody>;

export const namedProvider = withFacts({ refusals: [404] }, ({ parts, context }: Arrival) => {
  const id = context.req.param('provider_id') ?? '';
  const provider = listKnown(parts).find((one) => one.id === id);
  if (provider) return { provider };
  throw new Refusal([404, 'not_found'], 'There is no such provider.');
});

/** `GET …/providers`: lists the providers with the state that an operator has set, or else the plug-in. */
export async function listProviders({ parts, context }: Arrival) {
  const switches = await parts.store.providerSwitches.list();
  return answerJson<Answer<typeof providersAnswer>>(context, {
    providers: listKnown(parts).map(({ id, name, domain, logo, status, reason }) => {
      const switched = switches.find(({ provider_id }) => provider_id === id);
      const known = environments.filter((one) => parts.providers.find(one, id));
      return {
        provider_id: id,
        name,
        domain,
        logo: logo ?? null,
        shares: [...new Set(known.flatMap((one) => parts.providers.listShares(one, id)))],
        environments: known,
        state: switched?.state ?? status,
        reason: switched ? switched.reason : reason,
        switched_at: switched?.switched_at ?? null,
      };
    }),
  });
}

/** `POST …/providers/{provider_id}/switch`: switches a provider, in all processes from their next request on. */
export async function switchProvider({ parts, context, provider, body }: SwitchRequest) {
  const { id: provider_id } = provider;
  const { state } = body;
  const reason = body.reason || null;
  const change = { actor: readActor(context), provider, state, reason };
  const isSwitched = await applySwitch(parts, change);
  if (isSwitched) logFor(context).info({ provider_id, state }, 'provider switched');
  return answerJson<Answer<typeof switchedProviderAnswer>>(context, {
    provider_id,
    state,
    reason,
  });
}
