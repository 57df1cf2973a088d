import type { AccountStore } from './accounts.ts';
import type { ApplicationStore } from './applications.ts';
import type { AuditStore } from './audit-log.ts';
import type { CodeStore } from './codes.ts';
import type { FlowStore } from './flows.ts';
import type { HandoffStore } from './handoffs.ts';
import type { LoginAttemptStore } from './login-attempts.ts';
import type { NetworkAttemptStore } from './network-attempts.ts';
import type { OperatorStore } from './operator.ts';
import type { RateCounters } from './rate-counters.ts';
import type { RefusedOriginStore } from './refused-origins.ts';
import type { RegistrationStore } from './registrations.ts';

export type { FlowChange } from './flows.ts';
export type { Application } from './registered-application.ts';

export type { Flow } from './schema.ts';

/** Everything that outlives a request, one part per aggregate. */
export interface Store {
  readonly applications: ApplicationStore;
  readonly flows: FlowStore;
  /** Flows that a frame and a window share. */
  readonly handoffs: HandoffStore;
  readonly codes: CodeStore;
  /** Connected accounts, and the tokens that open them. */
  readonly accounts: AccountStore;
  readonly loginAttempts: LoginAttemptStore;
  readonly networkAttempts: NetworkAttemptStore;
  /** Applications as the dashboard manages them. */
  readonly registrations: RegistrationStore;
  /** Origins that were not allowed to embed an application. */
  readonly refusedOrigins: RefusedOriginStore;
  /** What operators change, and the log of it. */
  readonly auditLog: AuditStore;
  /** Access to the dashboard. */
  readonly operator: OperatorStore;
  /** Counts for rate limits; shared by all processes where the database is. */
  readonly rateCounters: RateCounters;
  /** What the operator should know about the database's driver, in sentences. */
  readonly warnings: readonly string[];
  /** Rejects when the database does not answer. */
  assertReachable(): Promise<void>;
  /**
   * Deletes what is no longer used: flows without a login an hour after they have expired, others after a
   * day, and codes an hour later still. Until then, the dashboard shows a flow's outcome, and the replay of
   * a code finds the token to revoke.
   *
   * @param now - milliseconds since the epoch
   */
  purge(now: number): Promise<void>;
  /**
   * Deletes what is left of deleted applications, in small transactions with rests between them. What
   * one process leaves undone, the next call of any other goes on with; two do not do it at once.
   *
   * @param signal - stops it after the transaction that is under way
   */
  purgeDeleted(signal?: AbortSignal): Promise<void>;
  /** Releases the database; later calls do nothing. */
  close(): Promise<void>;
}
