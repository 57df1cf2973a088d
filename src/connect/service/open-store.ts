import { type Kysely, sql } from 'kysely';
import { createApplicationStore } from './applications/applications.ts';
import { createFindCredentials } from './applications/credentials.ts';
import { createLogoStore } from './applications/logos.ts';
import { createRefusedRequestStore } from './applications/refused-requests.ts';
import { createRegistrationStore } from './applications/registrations.ts';
import { createAccountStore } from './connections/accounts.ts';
import { createExchange } from './connections/exchange.ts';
import { createConsentStore } from './consents/consents.ts';
import { createDeliveryQueue } from './events/deliveries.ts';
import { createDeliveryEntryStore } from './events/delivery-entries.ts';
import { createEventStore } from './events/event-store.ts';
import { createRecentEventStore } from './events/recent-events.ts';
import { createWebhookStore } from './events/webhooks.ts';
import { createCodeStore } from './flow/codes.ts';
import { createFlowEntryStore } from './flow/flow-entries.ts';
import { createFlowStore } from './flow/flows.ts';
import { createHandoffStore } from './flow/handoffs.ts';
import { createLoginAttemptStore, createNetworkAttemptStore } from './flow/login-attempts.ts';
import { createAdminKeyStore } from './operators/admin-keys.ts';
import { type ChangeableParts, createAuditStore } from './operators/audit-log.ts';
import { createOperatorStore } from './operators/operator.ts';
import { createProviderSwitchStore } from './providers/provider-switches.ts';
import { createRevocationStore } from './providers/revocations.ts';
import { createSealedValueStore } from './reseal/sealed-values.ts';
import { createConnectSessionStore } from './sessions/connect-sessions.ts';
import { endExpired } from './sessions/session-ends.ts';
import { repeatWhileFull, runEach } from './store/batches.ts';
import { createListReader } from './store/list-reader.ts';
import { describeMismatch } from './store/migrations/schema-state.ts';
import { type DatabaseEvents, openDatabase, type StoreLocation } from './store/open-database.ts';
import type { OpenedDatabase } from './store/opened-database.ts';
import type { Database } from './store/schema.ts';
import type { Store } from './store/store.ts';
import { purgeDeleted, sweepExpired } from './sweep.ts';

declare module './store/store.ts' {
  interface Store {
    readonly applications: ReturnType<typeof createApplicationStore>;
    readonly flows: ReturnType<typeof createFlowStore>;
    /** Finds flows for the lists of the dashboard. */
    readonly flowEntries: ReturnType<typeof createFlowEntryStore>;
    /** Flows with two documents: one in the frame, bound to the host, and one in a popup. */
    readonly handoffs: ReturnType<typeof createHandoffStore>;
    /** Authorization codes: issued by a flow or the sandbox, exchanged once. */
    readonly codes: ReturnType<typeof createCodeStore>;
    /** Sessions that backends of applications create. Each session connects an account at most once. */
    readonly connectSessions: ReturnType<typeof createConnectSessionStore>;
    /** Connected accounts, their access tokens and their grants. */
    readonly accounts: ReturnType<typeof createAccountStore>;
    /** Records of the consents that people gave. Nothing changes them, and only the sweep deletes them. */
    readonly consents: ReturnType<typeof createConsentStore>;
    /** Login attempts at each account of a provider, across networks and applications. */
    readonly loginAttempts: ReturnType<typeof createLoginAttemptStore>;
    /** Login attempts at each account from each network, until one succeeds. */
    readonly networkAttempts: ReturnType<typeof createNetworkAttemptStore>;
    readonly registrations: ReturnType<typeof createRegistrationStore>;
    readonly logos: ReturnType<typeof createLogoStore>;
    readonly refusedRequests: ReturnType<typeof createRefusedRequestStore>;
    readonly auditLog: ReturnType<typeof createAuditStore>;
    readonly providerSwitches: ReturnType<typeof createProviderSwitchStore>;
    readonly revocations: ReturnType<typeof createRevocationStore>;
    /** Each event is written in the transaction of the change that it reports; see `addEvents`. */
    readonly events: ReturnType<typeof createEventStore>;
    readonly recentEvents: ReturnType<typeof createRecentEventStore>;
    readonly webhooks: ReturnType<typeof createWebhookStore>;
    readonly deliveryQueue: ReturnType<typeof createDeliveryQueue>;
    readonly deliveryEntries: ReturnType<typeof createDeliveryEntryStore>;
    readonly adminKeys: ReturnType<typeof createAdminKeyStore>;
    /** Counts, lists and replaces the encrypted values of all tables. */
    readonly sealedValues: ReturnType<typeof createSealedValueStore>;
    readonly operator: ReturnType<typeof createOperatorStore>;
  }
}

/**
 * Opens the configured database, with the statements of every feature.
 *
 * @throws Error when the database cannot be opened, or its tables are too old or too new
 */
export async function openStore(location: StoreLocation, events: DatabaseEvents): Promise<Store> {
  return createStore(await openDatabase(location, events));
}

const deliveryLists = ['list', 'listOfEvents', 'listNewest', 'listWaiting'] as const;

function createStore(opened: OpenedDatabase): Store {
  const { database } = opened;
  const { hasRowLocks } = opened.transactions;
  const { withLists, noteChange } = createListReader(database, opened.replica);
  const auditLog = withLists((one) => createAuditStore(one, createChangeableParts), 'list');
  return {
    applications: createApplicationStore(database, createFindCredentials(opened)),
    flows: createFlowStore(database),
    flowEntries: withLists(createFlowEntryStore, 'list', 'listByReference'),
    handoffs: createHandoffStore(database, hasRowLocks),
    codes: createCodeStore(database, createExchange(database, opened.transactions)),
    connectSessions: withLists(createConnectSessionStore, 'list'),
    accounts: withLists(createAccountStore, 'list'),
    consents: withLists(createConsentStore, 'list'),
    loginAttempts: createLoginAttemptStore(database),
    networkAttempts: createNetworkAttemptStore(database),
    registrations: createRegistrationStore(database),
    logos: createLogoStore(database),
    refusedRequests: withLists(createRefusedRequestStore, 'list'),
    auditLog: {
      ...auditLog,
      async change(entry, change) {
        try {
          return await auditLog.change(entry, change);
        } finally {
          noteChange();
        }
      },
    },
    providerSwitches: createProviderSwitchStore(database),
    revocations: createRevocationStore(database, hasRowLocks),
    events: createEventStore(database, {
      hasRowLocks,
      endSessions: (now, clientId) => endExpired(database, now, clientId),
    }),
    recentEvents: withLists((one) => createRecentEventStore(one, hasRowLocks), 'list'),
    webhooks: createWebhookStore(database),
    deliveryQueue: createDeliveryQueue(database, hasRowLocks),
    deliveryEntries: withLists(createDeliveryEntryStore, ...deliveryLists),
    adminKeys: createAdminKeyStore(database),
    sealedValues: createSealedValueStore(database, hasRowLocks),
    operator: createOperatorStore(database),
    rateCounters: opened.rateCounters,
    listFlowChanges: opened.listFlowChanges,
    async assertReachable() {
      await sql`SELECT 1`.execute(database);
    },
    async assertFitting() {
      const mismatch = describeMismatch(await opened.readSchema());
      if (mismatch !== undefined) throw new Error(mismatch);
    },
    async assertWritable(now) {
      opened.assertPresent?.();
      await sql`INSERT INTO rate_counts (key_hash, used, window_end) VALUES ('readiness', 0, ${now})
        ON CONFLICT (key_hash) DO UPDATE SET window_end = excluded.window_end`.execute(database);
    },
    warnings: opened.warnings,
    readPoolUse: opened.readPoolUse,
    async purge(now, signal) {
      const sweep = () =>
        opened.sweep((runBatch) =>
          sweepExpired(async (work) => {
            signal?.throwIfAborted();
            return await runBatch(work);
          }, now),
        );
      await runEach([() => repeatWhileFull(() => endExpired(database, now)), sweep]);
    },
    purgeDeleted: (signal) =>
      opened.purge((runBatch, pace) => purgeDeleted({ database, runBatch, pace, signal })),
    close: opened.close,
  };
}

function createChangeableParts(transaction: Kysely<Database>): ChangeableParts {
  return {
    registrations: createRegistrationStore(transaction),
    accounts: createAccountStore(transaction),
    connectSessions: createConnectSessionStore(transaction),
    webhooks: createWebhookStore(transaction),
    deliveryEntries: createDeliveryEntryStore(transaction),
    providerSwitches: createProviderSwitchStore(transaction),
    adminKeys: createAdminKeyStore(transaction),
    operator: createOperatorStore(transaction),
  };
}
