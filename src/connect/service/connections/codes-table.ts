import { type Generated, sql } from 'kysely';
import type { Environment, FlowKind } from '../../shapes/unions.ts';
import type { UnneededRows } from '../store/batches.ts';

interface CodesTable {
  code_hash: string;
  client_id: string;
  environment: Environment;
  kind: Exclude<FlowKind, 'link' | 'manage'>;
  redirect_uri: string | null;
  host_origin: string | null;
  nonce: string | null;
  state: string | null;
  /** The same as in `flows`. */
  code_challenge: string | null;
  provider_id: string;
  /** The subject: the person's stable ID at the provider. Simulated providers use the username. */
  username: string;
  /** The account's name on the consent screen. */
  account_label: string | null;
  /** Moves to the account when the code is exchanged, and is null afterwards. */
  sealed_grant: string | null;
  /** The shares that the person allowed, separated by spaces. */
  shares: string;
  /** Explained in `consent-order.ts`. */
  consent_number: Generated<number>;
  /** When the person allowed access. */
  consented_at: number;
  /** When the consent ends; null when it never ends. */
  consent_ends_at: number | null;
  /** When the consent ends, or its end must be announced, whichever is earlier; null for never. */
  consent_due_at: number | null;
  /** The session that succeeded with this code. */
  session_id: Generated<string | null>;
  expires_at: number;
  /** The code keeps its grant until this time, because its session may replace it with a fresh code. */
  kept_until: number;
  consumed_at: number | null;
}

declare module '../store/schema.ts' {
  interface Database {
    codes: CodesTable;
  }
}

/** Codes are kept for 25 hours, so that a flow's outcome stays known for a day. */
export const keepCodesMs = 25 * 60 * 60 * 1000;

export const listOldCodes = (now: number): UnneededRows => ({
  table: 'codes',
  key: ['code_hash'],
  condition: sql`kept_until < ${now - keepCodesMs} AND sealed_grant IS NULL`,
});
