import type { AccessStore } from './accesses.ts';
import type { AccountStore } from './accounts.ts';
import type { AdminKeyStore } from './admin-keys.ts';
import type { ApplicationStore } from './applications.ts';
import type { AuditStore } from './audit-log.ts';
import type { CodeStore } from './codes.ts';
import type { ConnectSessionStore } from './connect-sessions.ts';
import type { ConnectionStore } from './connections.ts';
import type { ConsentStore } from './consents.ts';
import type { DeliveryEntryStore } from './delivery-entries.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import type { EventStore } from './event-store.ts';
import type { FlowChanges } from './flow-changes.ts';
import type { FlowEntryStore } from './flow-entries.ts';
import type { FlowStore } from './flows.ts';
import type { HandoffStore } from './handoffs.ts';
import type { LoginAttemptStore } from './login-attempts.ts';
import type { LogoStore } from './logos.ts';
import type { NetworkAttemptStore } from './network-attempts.ts';
import type { OperatorStore } from './operator.ts';
import type { ProviderSwitchStore } from './provider-switches.ts';
import type { RateCounters } from './rate-counters.ts';
import type { RefusedRequestStore } from './refused-requests.ts';
import type { RegistrationStore } from './registrations.ts';
import type { RevocationStore } from './revocations.ts';
import type { SealedValueStore } from './sealed-values.ts';
import type { WebhookStore } from './webhooks.ts';

export type { FlowChange } from './flows.ts';
export type { Application } from './registered-application.ts';

export type { Flow } from './schema.ts';

/** How busy the connections of this process to PostgreSQL are. */
export interface PoolUse {
  /** Requests and background work that wait for a connection now. */
  readonly waiting: number;
  /** How long all of them have waited since the start, in seconds. */
  readonly waitedSeconds: number;
}

/** All persistent data, one part per aggregate. */
export interface Store {
  readonly applications: ApplicationStore;
  readonly flows: FlowStore;
  /** Flows as the dashboard shows them. */
  readonly flowEntries: FlowEntryStore;
  /** Flows that a frame and a popup share. */
  readonly handoffs: HandoffStore;
  readonly codes: CodeStore;
  /** Sessions that the backends of applications have made. */
  readonly connectSessions: ConnectSessionStore;
  /** Connected accounts and their access tokens. */
  readonly accounts: AccountStore;
  /** What a person sees and ends at `/manage`. */
  readonly accesses: AccessStore;
  /** The health of connected accounts, and their grants. */
  readonly connections: ConnectionStore;
  /** What people have allowed, as it was shown. */
  readonly consents: ConsentStore;
  readonly loginAttempts: LoginAttemptStore;
  readonly networkAttempts: NetworkAttemptStore;
  /** Applications as the dashboard manages them. */
  readonly registrations: RegistrationStore;
  readonly logos: LogoStore;
  /** Origins that were not allowed to embed an application. */
  readonly refusedRequests: RefusedRequestStore;
  /** The operators' changes, and the log of them. */
  readonly auditLog: AuditStore;
  /** Providers that an operator has switched. */
  readonly providerSwitches: ProviderSwitchStore;
  /** Grants that must be revoked at their providers. */
  readonly revocations: RevocationStore;
  /** All that is encrypted. */
  readonly sealedValues: SealedValueStore;
  /** What has happened to connections, sessions and providers, for the applications. */
  readonly events: EventStore;
  /** Endpoints of applications that receive events. */
  readonly webhooks: WebhookStore;
  /** Events that are to be sent to webhooks. */
  readonly deliveryQueue: DeliveryQueue;
  /** The same, as the dashboard shows and changes them. */
  readonly deliveryEntries: DeliveryEntryStore;
  /** Keys of the admin API. */
  readonly adminKeys: AdminKeyStore;
  /** Access to the dashboard. */
  readonly operator: OperatorStore;
  /** Counters for rate limits. Processes that share a database share them. */
  readonly rateCounters: RateCounters;
  /** Warnings about the database's driver for the operator, in sentences. */
  readonly warnings: readonly string[];
  /**
   * One read for all documents that listen to a process.
   *
   * @param since - the position of the last read; undefined: only the position of now is wanted
   */
  listFlowChanges(since: string | undefined): Promise<FlowChanges>;
  /** @returns undefined for SQLite, whose one connection is never waited for */
  readPoolUse(): PoolUse | undefined;
  /** Rejects when the database does not answer. */
  assertReachable(): Promise<void>;
  /** Rejects when the tables are too old or too new for this service, because they were changed meanwhile. */
  assertFitting(): Promise<void>;
  /**
   * Commits a small row. Rejects when the database can be read only, for example because its disk is full.
   *
   * @param now - milliseconds since the epoch
   */
  assertWritable(now: number): Promise<void>;
  /**
   * Publishes events. Then it gives up the grants of expired flows and codes, and deletes expired rows. Flows
   * without a login or a problem stay for an hour after their expiry, other flows for a day, and codes for an
   * hour more.
   * Until then, the dashboard shows a flow's outcome, and the replay of a code finds the token to revoke.
   *
   * @param now - milliseconds since the epoch
   */
  purge(now: number): Promise<void>;
  /**
   * Deletes the rows of deleted applications, in small transactions with pauses. A later call, in any
   * process, continues an unfinished purge. Two processes do not purge at once.
   *
   * @param signal - stops it after the transaction that is under way
   */
  purgeDeleted(signal?: AbortSignal): Promise<void>;
  /** Closes the database. Later calls do nothing. */
  close(): Promise<void>;
}
