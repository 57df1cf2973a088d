import { type Kysely, sql } from 'kysely';
import { createAccessStore } from './connections/accesses.ts';
import { createAccountStore } from './connections/accounts.ts';
import { createAdminKeyStore } from './operators/admin-keys.ts';
import { createApplicationStore } from './applications/applications.ts';
import { createAuditStore } from './operators/audit-log.ts';
import { createCodeStore } from './flow/codes.ts';
import { createConnectSessionStore } from './sessions/connect-sessions.ts';
import { createConnectionStore } from './connections/connections.ts';
import { createConsentStore } from './consents/consents.ts';
import type { FindCredentials } from './applications/credentials.ts';
import { createDeliveryQueue } from './events/deliveries.ts';
import { createDeliveryEntryStore } from './events/delivery-entries.ts';
import { createEventStore } from './events/event-store.ts';
import { createExchange, type ExchangeEngine } from './connections/exchange.ts';
import { createFlowEntryStore } from './flow/flow-entries.ts';
import { createFlowStore } from './flow/flows.ts';
import { createHandoffStore } from './flow/handoffs.ts';
import { createListReader } from './store/list-reader.ts';
import { createLoginAttemptStore } from './flow/login-attempts.ts';
import { createLogoStore } from './applications/logos.ts';
import { describeMismatch, type SchemaState } from './store/migrations/schema-state.ts';
import { createNetworkAttemptStore } from './flow/network-attempts.ts';
import { createOperatorStore } from './operators/operator.ts';
import { createProviderSwitchStore } from './providers/provider-switches.ts';
import type { RateCounters } from './store/rate-counters.ts';
import { createRefusedRequestStore } from './applications/refused-requests.ts';
import { createRegistrationStore } from './applications/registrations.ts';
import { createRevocationStore } from './providers/revocations.ts';
import type { Database } from './store/schema.ts';
import { createSealedValueStore } from './reseal/sealed-values.ts';
import { endExpired } from './sessions/session-ends.ts';
import type { PoolUse, Store } from './store/store.ts';
import { createWebhookStore } from './events/webhooks.ts';

/** The parts that differ between the databases. */
export interface StoreParts {
  readonly exchange: ExchangeEngine;
  readonly findWithSecrets: FindCredentials;
  readonly rateCounters: RateCounters;
  /** See {@link Store.listFlowChanges}. */
  readonly listFlowChanges: Store['listFlowChanges'];
  /** A read replica for lists; default: the database itself. */
  readonly replica?: Kysely<Database>;
  /** See {@link Store.warnings}. */
  readonly warnings?: readonly string[];
  /** Compares the tables with the list of migrations. */
  readSchema(): Promise<SchemaState>;
  /** See {@link Store.readPoolUse}. */
  readonly readPoolUse?: () => PoolUse;
  /** See {@link Store.purge}. */
  purge(now: number): Promise<void>;
  /** See {@link Store.purgeDeleted}. */
  purgeDeleted(signal?: AbortSignal): Promise<void>;
  /** See {@link Store.close}. */
  close(): Promise<void>;
}

/**
 * @param database - a database with every table
 * @param parts - the parts written for this database
 */
export function createStore(database: Kysely<Database>, parts: StoreParts): Store {
  const { hasRowLocks } = parts.exchange;
  const events = createEventStore(database, hasRowLocks ? 'written' : 'written, rowid');
  const { withLists, noteChange } = createListReader(database, parts.replica);
  const auditLog = withLists(createAuditStore, 'list');
  return {
    applications: createApplicationStore(database, parts.findWithSecrets),
    flows: createFlowStore(database),
    flowEntries: withLists(createFlowEntryStore, 'list', 'listByReference'),
    handoffs: createHandoffStore(database, hasRowLocks),
    codes: createCodeStore(database, createExchange(database, parts.exchange)),
    connectSessions: withLists(createConnectSessionStore, 'list'),
    accounts: withLists(createAccountStore, 'list'),
    accesses: createAccessStore(database),
    connections: createConnectionStore(database),
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
    events,
    webhooks: createWebhookStore(database),
    deliveryQueue: createDeliveryQueue(database, hasRowLocks),
    deliveryEntries: withLists(createDeliveryEntryStore, 'list'),
    adminKeys: createAdminKeyStore(database),
    sealedValues: createSealedValueStore(database, hasRowLocks),
    operator: createOperatorStore(database),
    rateCounters: parts.rateCounters,
    listFlowChanges: parts.listFlowChanges,
    async assertReachable() {
      await sql`SELECT 1`.execute(database);
    },
    async assertFitting() {
      const mismatch = describeMismatch(await parts.readSchema());
      if (mismatch !== undefined) throw new Error(mismatch);
    },
    async assertWritable(now) {
      await sql`INSERT INTO rate_counts (key_hash, used, window_end) VALUES ('readiness', 0, ${now})
        ON CONFLICT (key_hash) DO UPDATE SET window_end = excluded.window_end`.execute(database);
    },
    warnings: parts.warnings ?? [],
    readPoolUse: () => parts.readPoolUse?.(),
    async purge(now) {
      await endExpired(database, now);
      await parts.purge(now);
    },
    purgeDeleted: parts.purgeDeleted,
    close: parts.close,
  };
}
