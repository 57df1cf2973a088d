import { type Kysely, sql } from 'kysely';
import type { Provider } from 'tax-connect/page';
import {
  type Environment,
  environments,
  type ProviderState,
  providerStates,
} from '../../shapes/unions.ts';
import { isReadableText } from '../basics/readable-text.ts';
import { addEvents, type NewEvent } from '../events/events.ts';
import type { Actor } from '../http/actor.ts';
import type { Parts } from '../http/parts.ts';
import { createInvalid } from '../http/refusal.ts';
import { batchSize } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';
import { inTransaction } from '../store/transactions.ts';

/** The providers that an operator has switched. A provider without a row has the state that its plug-in declares. */
interface ProviderSwitchesTable {
  provider_id: string;
  state: ProviderState;
  /** Why the provider is unavailable. People read it. */
  reason: string | null;
  switched_at: number;
}

/** A view with one row, which lists every switch as JSON. */
interface SwitchedProvidersView {
  switches: string;
}

declare module '../store/schema.ts' {
  interface Database {
    provider_switches: ProviderSwitchesTable;
    switched_providers: SwitchedProvidersView;
  }
}

type ProviderSwitch = Readonly<ProviderSwitchesTable>;
type StateAndReason = Pick<ProviderSwitch, 'state' | 'reason'>;

interface NewSwitch extends ProviderSwitch {
  /** The state that the plug-in declares. It applies when no operator has switched the provider. */
  readonly ownState: Exclude<ProviderState, 'hidden'>;
  readonly environments: readonly Environment[];
}

export function createProviderSwitchStore(database: Kysely<Database>) {
  return {
    list: (): Promise<readonly ProviderSwitch[]> =>
      database.selectFrom('provider_switches').selectAll().execute(),
    /** Reads all switches as JSON, in the form of `Application.providerSwitches`. */
    async read(): Promise<string> {
      const row = database.selectFrom('switched_providers').select('switches');
      return (await row.executeTakeFirstOrThrow()).switches;
    },
    /**
     * Switches a provider, and returns whether anything changed. When the provider becomes unavailable or available
     * again, applications get an event: those with accounts at the provider, and those that offer it and subscribe to
     * the event.
     */
    set: (change: NewSwitch): Promise<boolean> =>
      inTransaction(database, (transaction) => set(transaction, change)),
  };
}

async function set(transaction: Kysely<Database>, change: NewSwitch): Promise<boolean> {
  const { provider_id, state, reason, ownState, switched_at } = change;
  const before = await lockSwitch(transaction, change);
  const isChanged = state !== before.state || reason !== before.reason;
  if (state === ownState && reason === null) {
    const switches = transaction.deleteFrom('provider_switches');
    await switches.where('provider_id', '=', provider_id).execute();
  } else if (isChanged) {
    const switches = transaction.updateTable('provider_switches');
    const named = switches.where('provider_id', '=', provider_id);
    await named.set({ state, reason, switched_at }).execute();
  }
  // A hidden provider can be used as far as its plug-in says.
  const isUsable = (one: ProviderState) => (one === 'hidden' ? ownState : one) !== 'unavailable';
  if (isUsable(before.state) !== isUsable(state)) {
    const type = isUsable(state) ? 'provider.available' : 'provider.unavailable';
    await addProviderEvents(transaction, change, type);
  }
  return isChanged;
}

/** Locks the provider's row, so that two simultaneous switches wait for each other. A missing row is added first. */
async function lockSwitch(
  transaction: Kysely<Database>,
  { provider_id, ownState, switched_at }: NewSwitch,
): Promise<StateAndReason> {
  const { rows } = await sql<StateAndReason>`
    INSERT INTO provider_switches (provider_id, state, switched_at)
    VALUES (${provider_id}, ${ownState}, ${switched_at})
    ON CONFLICT (provider_id) DO UPDATE SET state = provider_switches.state
    RETURNING state, reason`.execute(transaction);
  return rows[0] ?? { state: ownState, reason: null };
}

async function addProviderEvents(
  transaction: Kysely<Database>,
  change: NewSwitch,
  type: 'provider.available' | 'provider.unavailable',
): Promise<void> {
  const { provider_id, switched_at } = change;
  let after: string | undefined = '';
  while (after !== undefined) {
    const page = await listConcerned(transaction, change, { type, after });
    const told = page.filter(
      ({ has_accounts, provider_ids }) => has_accounts || isOffered(provider_ids, provider_id),
    );
    const events = told.map(
      ({ client_id: clientId }): NewEvent => ({ clientId, type, data: { provider_id } }),
    );
    await addEvents(transaction, events, switched_at);
    after = page.length < batchSize ? undefined : page.at(-1)?.client_id;
  }
}

async function listConcerned(
  transaction: Kysely<Database>,
  { provider_id, environments }: NewSwitch,
  { type, after }: { readonly type: string; readonly after: string },
) {
  const hasAccounts = sql<boolean>`EXISTS (SELECT 1 FROM accounts
    WHERE accounts.client_id = applications.client_id AND accounts.provider_id = ${provider_id}
      AND accounts.disconnected_at IS NULL)`;
  const hasWebhook = sql<boolean>`EXISTS (SELECT 1 FROM webhooks
    WHERE webhooks.client_id = applications.client_id AND webhooks.off_since IS NULL
      AND (webhooks.types IS NULL OR ' ' || webhooks.types || ' ' LIKE ${`% ${type} %`}))`;
  return await transaction
    .selectFrom('applications')
    .select(['client_id', 'provider_ids', hasAccounts.as('has_accounts')])
    .where('deleted_at', 'is', null)
    .where('environment', 'in', environments)
    .where('client_id', '>', after)
    .where((or) => or.or([hasAccounts, hasWebhook]))
    .orderBy('client_id')
    .limit(batchSize)
    .execute();
}

/** True when an application offers a provider. `stored` is a JSON list of IDs, or null when it offers all providers. */
export function isOffered(stored: string | null, providerId: string): boolean {
  return stored === null || JSON.parse(stored).includes(providerId);
}

export type ProviderParts = Pick<Parts, 'clock' | 'providers' | 'store'>;

/** The maximum length of a reason, in characters. It suits a list on a phone. */
const maxReasonLength = 120;

interface Switch {
  readonly actor: Actor;
  readonly provider: Provider;
  readonly state: ProviderState;
  readonly reason: string | null;
}

/** Lists every provider once, with the state that its plug-in declares. */
export function listKnown({ providers }: Pick<Parts, 'providers'>): readonly Provider[] {
  const live = providers.list('live');
  // With PROVIDERS_MODULE, only the list for test applications contains the sandbox provider.
  const others = providers.list('test').filter(({ id }) => !live.some((one) => one.id === id));
  return [...live, ...others];
}

/**
 * Switches a provider, adds the events and logs the change, in one transaction. Returns whether anything changed.
 *
 * @throws Refusal `invalid_request` for a reason that is invalid, or not allowed in this state
 */
export async function applySwitch(
  { clock, providers, store }: ProviderParts,
  { actor, provider, state, reason }: Switch,
): Promise<boolean> {
  const { id: provider_id, status: ownState } = provider;
  assertReason(state, reason);
  const now = clock.now();
  const entry = {
    ...actor,
    changed_at: now,
    action: 'provider_switched' as const,
    ...{ client_id: '', application: '' },
    detail: [provider_id, state, ...(reason === null ? [] : [reason])].join(' · '),
  };
  return await store.auditLog.change(entry, ({ providerSwitches }) =>
    providerSwitches.set({
      ...{ provider_id, state, reason, ownState, switched_at: now },
      environments: environments.filter(
        (environment) =>
          providers.find(environment, provider_id) && !providers.isClosed(environment, provider_id),
      ),
    }),
  );
}

export type ServiceSwitch = readonly [providerId: string, state: ProviderState, reason?: string];

/**
 * Switches a provider as the service itself, without a person.
 *
 * @throws Error for an unknown provider, or an invalid state or reason
 */
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
