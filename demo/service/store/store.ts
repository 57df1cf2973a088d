import type { ApplicationStore } from './applications.ts';
import type { CodeStore } from './codes.ts';
import type { FlowStore } from './flows.ts';
import type { LoginAttemptStore } from './login-attempts.ts';

export type { Application } from './applications.ts';
export type { Flow, FlowStep } from './schema.ts';

/** Everything that outlives a request, one part per aggregate. */
export interface Store {
  readonly applications: ApplicationStore;
  readonly flows: FlowStore;
  readonly codes: CodeStore;
  readonly loginAttempts: LoginAttemptStore;
  /** Rejects when the database does not answer. */
  assertReachable(): Promise<void>;
  /**
   * Deletes flows that have expired, and codes a day later: until then the replay of a code still
   * finds the token to revoke.
   *
   * @param now - milliseconds since the epoch
   */
  purge(now: number): Promise<void>;
  /** Releases the database; later calls do nothing. */
  close(): Promise<void>;
}
