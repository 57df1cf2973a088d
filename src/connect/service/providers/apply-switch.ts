import type { Provider } from 'tax-connect/page';
import { environments, type ProviderState, providerStates } from '../../shapes/unions.ts';
import { isReadableText } from '../basics/readable-text.ts';
import type { Actor } from '../http/actor.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';

export type ProviderParts = Pick<Parts, 'clock' | 'providers' | 'store'>;

/** The limit suits a list on a phone. */
const maxReasonLength = 120;

/** A provider, its new state, and the person or program that switches it. */
interface Switch {
  readonly actor: Actor;
  /** The provider as its plug-in describes it. */
  readonly provider: Provider;
  readonly state: ProviderState;
  /** Set only for `unavailable`. */
  readonly reason: string | null;
}

/** @returns every provider once, with its plug-in's status */
export function listKnown({ providers }: Pick<Parts, 'providers'>): readonly Provider[] {
  const live = providers.list('live');
  // The sandbox, when PROVIDERS_MODULE replaces the simulated providers.
  const others = providers.list('test').filter(({ id }) => !live.some((one) => one.id === id));
  return [...live, ...others];
}

/**
 * Switches a provider, adds the events and logs the change, in one transaction.
 *
 * @returns whether anything changed
 * @throws Refusal `invalid_request` for a wrong reason
 */
export async function applySwitch(
  { clock, providers, store }: ProviderParts,
  { actor, provider, state, reason }: Switch,
): Promise<boolean> {
  const { id: providerId, status: ownState } = provider;
  assertReason(state, reason);
  const now = clock.now();
  const entry = {
    ...actor,
    changedAt: now,
    action: 'provider_switched' as const,
    ...{ clientId: '', application: '' },
    detail: [providerId, state, ...(reason === null ? [] : [reason])].join(' · '),
  };
  return await store.auditLog.change(entry, ({ providerSwitches }) =>
    providerSwitches.set({
      ...{ providerId, state, reason, ownState, switchedAt: now },
      environments: environments.filter(
        (environment) =>
          providers.find(environment, providerId) && !providers.isClosed(environment, providerId),
      ),
    }),
  );
}

/** A switch made by the service, not by an operator. */
export type ServiceSwitch = readonly [providerId: string, state: ProviderState, reason?: string];

/** @throws Error for an unknown provider, state or reason */
export async function switchByService(
  parts: ProviderParts,
  ...[providerId, state, reason]: ServiceSwitch
): Promise<void> {
  const provider = listKnown(parts).find(({ id }) => id === providerId);
  if (!provider) throw new Error(`switchProvider: there is no provider ${providerId}.`);
  if (!providerStates.includes(state))
    throw new Error(`switchProvider: the state must be one of ${providerStates.join(', ')}.`);
  const actor = { via: 'service', person: null } as const;
  await applySwitch(parts, { actor, provider, state, reason: reason ?? null });
}

function assertReason(state: ProviderState, reason: string | null): void {
  if (reason === null) return;
  if (state !== 'unavailable') throw createInvalid('A reason is for an unavailable provider only.');
  if (!isReadableText(reason, maxReasonLength)) {
    throw createInvalid(`The reason must be plain text with up to ${maxReasonLength} characters.`);
  }
}

function createInvalid(description: string): Refusal {
  return new Refusal([400, 'invalid_request'], description);
}
