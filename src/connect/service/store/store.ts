import type { AccessStore } from '../connections/accesses.ts';
import type { AccountStore } from '../connections/accounts.ts';
import type { AdminKeyStore } from '../operators/admin-keys.ts';
import type { ApplicationStore } from '../applications/applications.ts';
import type { AuditStore } from '../operators/audit-log.ts';
import type { CodeStore } from '../flow/codes.ts';
import type { ConnectSessionStore } from '../sessions/connect-sessions.ts';
import type { ConnectionStore } from '../connections/connections.ts';
import type { ConsentStore } from '../consents/consents.ts';
import type { DeliveryQueue } from '../events/deliveries.ts';
import type { DeliveryEntryStore } from '../events/delivery-entries.ts';
import type { EventStore } from '../events/event-store.ts';
import type { FlowChanges } from './flow-changes.ts';
import type { FlowEntryStore } from '../flow/flow-entries.ts';
import type { FlowStore } from '../flow/flows.ts';
import type { HandoffStore } from '../flow/handoffs.ts';
import type { LoginAttemptStore } from '../flow/login-attempts.ts';
import type { LogoStore } from '../applications/logos.ts';
import type { NetworkAttemptStore } from '../flow/network-attempts.ts';
import type { OperatorStore } from '../operators/operator.ts';
import type { ProviderSwitchStore } from '../providers/provider-switches.ts';
import type { RateCounters } from './rate-counters.ts';
import type { RefusedRequestStore } from '../applications/refused-requests.ts';
import type { RegistrationStore } from '../applications/registrations.ts';
import type { RevocationStore } from '../providers/revocations.ts';
import type { SealedValueStore } from '../reseal/sealed-values.ts';
import type { WebhookStore } from '../events/webhooks.ts';

export type { FlowChange } from '../flow/flows.ts';
export type { Application } from '../applications/registered-application.ts';

export type { Flow } from './schema.ts';

/** The use of this process's connections to PostgreSQL. */
export interface PoolUse {
  /** How many requests and background tasks are waiting for a connection. */
  readonly waiting: number;
  /** The total time of all waits since the start, in seconds. */
  readonly waitedSeconds: number;
}

/** All persistent data. */
export interface Store {
  readonly applications: ApplicationStore;
  readonly flows: FlowStore;
  /** Flows, as the dashboard shows them. */
  readonly flowEntries: FlowEntryStore;
  /** Flows that a frame and a popup share. */
  readonly handoffs: HandoffStore;
  readonly codes: CodeStore;
  /** Sessions created by the backends of applications. */
  readonly connectSessions: ConnectSessionStore;
  /** Connected accounts and their access tokens. */
  readonly accounts: AccountStore;
  /** The accesses that a person sees and ends at `/manage`. */
  readonly accesses: AccessStore;
  /** The health of connected accounts, and their grants. */
  readonly connections: ConnectionStore;
  /** Records of the consents that people gave. */
  readonly consents: ConsentStore;
  readonly loginAttempts: LoginAttemptStore;
  readonly networkAttempts: NetworkAttemptStore;
  /** Applications, as the dashboard manages them. */
  readonly registrations: RegistrationStore;
  readonly logos: LogoStore;
  /** Requests refused for an unregistered origin or redirect URI. */
  readonly refusedRequests: RefusedRequestStore;
  /** Operators' changes, and their log. */
  readonly auditLog: AuditStore;
  /** Providers that operators have switched. */
  readonly providerSwitches: ProviderSwitchStore;
  /** Grants to revoke at their providers. */
  readonly revocations: RevocationStore;
  /** All encrypted values. */
  readonly sealedValues: SealedValueStore;
  /** Events of connections, sessions and providers, for the applications. */
  readonly events: EventStore;
  /** Endpoints of applications that receive events. */
  readonly webhooks: WebhookStore;
  /** Events that wait to be sent to webhooks. */
  readonly deliveryQueue: DeliveryQueue;
  /** The same deliveries, as the dashboard shows and changes them. */
  readonly deliveryEntries: DeliveryEntryStore;
  /** Keys of the admin API. */
  readonly adminKeys: AdminKeyStore;
  /** Access to the dashboard. */
  readonly operator: OperatorStore;
  /** Counters for rate limits, shared by all processes with this database. */
  readonly rateCounters: RateCounters;
  /** Warnings for the operator about the database's driver. */
  readonly warnings: readonly string[];
  /**
   * Finds the changed flows for all documents that listen to this process.
   *
   * @param since - the position of the last read; undefined to get only the current position
   */
  listFlowChanges(since: string | undefined): Promise<FlowChanges>;
  /** @returns undefined for SQLite, whose single connection never makes a request wait */
  readPoolUse(): PoolUse | undefined;
  /** Rejects when the database does not answer. */
  assertReachable(): Promise<void>;
  /** Rejects when the tables have become too old or too new for this service. */
  assertFitting(): Promise<void>;
  /**
   * Commits a small row. Rejects when the database cannot be written, for example because its disk is full.
   *
   * @param now - milliseconds since the epoch
   */
  assertWritable(now: number): Promise<void>;
  /**
   * Publishes events, gives up the grants of expired flows and codes, and deletes expired rows. Flows without a
   * login or a problem stay for an hour after their expiry, other flows for a day, and codes an hour longer. Until
   * then, the dashboard shows a flow's outcome, and a replayed code finds the token to revoke.
   *
   * @param now - milliseconds since the epoch
   */
  purge(now: number): Promise<void>;
  /**
   * Deletes the rows of deleted applications, in small transactions with pauses. A later call in any process
   * continues an unfinished purge. Two processes do not purge at the same time.
   *
   * @param signal - stops the purge after the current transaction
   */
  purgeDeleted(signal?: AbortSignal): Promise<void>;
  /** Closes the database. Later calls do nothing. */
  close(): Promise<void>;
}
