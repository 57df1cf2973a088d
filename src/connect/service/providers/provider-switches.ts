import { type Kysely, sql } from 'kysely';
import type { Environment, ProviderState } from '../../shapes/unions.ts';
import { addEvents, type NewEvent } from '../events/events.ts';
import { batchSize } from '../store/batches.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Database } from '../store/schema.ts';

/** A provider that an operator has switched. Without a row, the state that the plug-in declares applies. */
interface ProviderSwitchesTable {
  provider_id: string;
  state: ProviderState;
  /** The reason shown to people for an unavailable provider. */
  reason: string | null;
  switched_at: number;
}

/** A view with one row: every switch as a JSON list of {@link StoredSwitch}. */
interface SwitchedProvidersView {
  switches: string;
}

declare module '../store/schema.ts' {
  interface Database {
    provider_switches: ProviderSwitchesTable;
    switched_providers: SwitchedProvidersView;
  }
}

/** The state of a provider, and the reason shown for an unavailable one. */
interface StateAndReason {
  readonly state: ProviderState;
  /** Null when the page shows no reason. */
  readonly reason: string | null;
}

/** A provider that an operator has switched. */
interface ProviderSwitch extends StateAndReason {
  readonly providerId: string;
  /** Milliseconds since the epoch. */
  readonly switchedAt: number;
}

/** The input of {@link ProviderSwitchStore.set}. */
interface NewSwitch extends ProviderSwitch {
  /** The state that the plug-in declares, which applies without a switch. */
  readonly ownState: Exclude<ProviderState, 'hidden'>;
  /** The environments whose applications can use the provider. */
  readonly environments: readonly Environment[];
}

/** Providers that operators have switched, shared by all processes with this database. */
type ProviderSwitchStore = ReturnType<typeof createProviderSwitchStore>;

declare module '../store/store.ts' {
  interface Store {
    /** Providers that operators have switched. */
    readonly providerSwitches: ProviderSwitchStore;
  }
}

export function createProviderSwitchStore(database: Kysely<Database>) {
  return {
    list: (): Promise<readonly ProviderSwitch[]> =>
      database
        .selectFrom('provider_switches')
        .select(['provider_id as providerId', 'state', 'reason', 'switched_at as switchedAt'])
        .execute(),
    /** @returns all switches as a JSON list, in the form that each application gets */
    async read(): Promise<string> {
      const row = database.selectFrom('switched_providers').select('switches');
      return (await row.executeTakeFirstOrThrow()).switches;
    },
    /**
     * Switches a provider. If that changes whether people can use it, an event goes to each application that needs
     * to know: those with accounts at the provider, and those that offer it and subscribe to the event.
     *
     * @returns whether anything changed
     */
    set: (change: NewSwitch): Promise<boolean> =>
      inTransaction(database, (transaction) => set(transaction, change)),
  };
}

async function set(transaction: Kysely<Database>, change: NewSwitch): Promise<boolean> {
  const { providerId, state, reason, ownState, switchedAt } = change;
  const before = await lockSwitch(transaction, change);
  const named = transaction.updateTable('provider_switches').where('provider_id', '=', providerId);
  if (state === ownState && reason === null) {
    await transaction
      .deleteFrom('provider_switches')
      .where('provider_id', '=', providerId)
      .execute();
  } else if (state !== before.state || reason !== before.reason) {
    await named.set({ state, reason, switched_at: switchedAt }).execute();
  }
  const wasUsable = before.state !== 'unavailable';
  const isUsable = state !== 'unavailable';
  if (wasUsable !== isUsable) {
    const type = isUsable ? 'provider.available' : 'provider.unavailable';
    await addProviderEvents(transaction, change, type);
  }
  return state !== before.state || reason !== before.reason;
}

/** Adds a missing row, so that two simultaneous switches wait for each other. */
async function lockSwitch(
  transaction: Kysely<Database>,
  { providerId, ownState, switchedAt }: NewSwitch,
): Promise<StateAndReason> {
  const { rows } = await sql<StateAndReason>`
    INSERT INTO provider_switches (provider_id, state, switched_at)
    VALUES (${providerId}, ${ownState}, ${switchedAt})
    ON CONFLICT (provider_id) DO UPDATE SET state = provider_switches.state
    RETURNING state, reason`.execute(transaction);
  return rows[0] ?? { state: ownState, reason: null };
}

async function addProviderEvents(
  transaction: Kysely<Database>,
  change: NewSwitch,
  type: 'provider.available' | 'provider.unavailable',
): Promise<void> {
  const { providerId, switchedAt } = change;
  let after: string | undefined = '';
  while (after !== undefined) {
    const page = await listConcerned(transaction, change, { type, after });
    const told = page.filter(
      ({ has_accounts, provider_ids }) => has_accounts || isOffered(provider_ids, providerId),
    );
    const events = told.map(
      ({ client_id: clientId }): NewEvent => ({
        clientId,
        type,
        data: { provider_id: providerId },
      }),
    );
    await addEvents(transaction, events, switchedAt);
    after = page.length < batchSize ? undefined : page.at(-1)?.client_id;
  }
}

/** Lists a page of the applications with accounts at the provider, or with a webhook for the event. */
async function listConcerned(
  transaction: Kysely<Database>,
  { providerId, environments }: NewSwitch,
  { type, after }: { readonly type: string; readonly after: string },
) {
  const hasAccounts = sql<boolean>`EXISTS (SELECT 1 FROM accounts
    WHERE accounts.client_id = applications.client_id AND accounts.provider_id = ${providerId}
      AND accounts.disconnected_at IS NULL AND accounts.connected_at > 0)`;
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

/**
 * @param stored - the providers that an application offers, as a JSON list; null for all
 * @returns whether the application offers this provider
 */
export function isOffered(stored: string | null, providerId: string): boolean {
  return stored === null || JSON.parse(stored).includes(providerId);
}
