import { type Kysely, type Migration, sql } from 'kysely';
import { addAccounts } from './account-migration.ts';
import { addAuditLog } from './audit-migration.ts';
import { addCodeSalt } from './code-salt-migration.ts';
import { indexConnectedAccounts } from './connected-accounts-migration.ts';
import { addDashboard } from './dashboard-migration.ts';
import { addDeletion } from './deletion-migration.ts';
import { addFlowCodes } from './flow-codes-migration.ts';
import { addHandoffs } from './handoff-migration.ts';
import { addHandoffSession } from './handoff-session-migration.ts';
import { addLogos } from './logo-migration.ts';
import { addNetworks } from './network-migration.ts';
import { addReferences } from './reference-migration.ts';
import { addRefusedOrigins } from './refused-origins-migration.ts';
import { addRevocations } from './revocation-migration.ts';
import { addSubmissionShare } from './submission-share-migration.ts';
import { addSweepIndexes } from './sweep-migration.ts';

/**
 * Every change of the schema, in order. Never edit a released migration. SQLite and PostgreSQL both support
 * the column types.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-tables': { up: createFirstTables },
  '0002-dashboard': { up: addDashboard },
  '0003-rate-counts': { up: addRateCounts },
  '0004-flow-codes': { up: addFlowCodes },
  '0005-handoffs': { up: addHandoffs },
  '0006-handoff-session': { up: addHandoffSession },
  '0007-sweep-indexes': { up: addSweepIndexes },
  '0008-refused-origins': { up: addRefusedOrigins },
  '0009-deletion': { up: addDeletion },
  '0010-submission-share': { up: addSubmissionShare },
  '0011-networks': { up: addNetworks },
  '0013-code-salt': { up: addCodeSalt },
  '0014-accounts': { up: addAccounts },
  '0015-connected-accounts': { up: indexConnectedAccounts },
  '0016-audit-log': { up: addAuditLog },
  '0017-references': { up: addReferences },
  '0018-revocations': { up: addRevocations },
  '0019-logos': { up: addLogos },
};

async function createFirstTables(database: Kysely<unknown>): Promise<void> {
  await createApplicationTables(database);
  await createFlowTables(database);
  await createAccountTables(database);
}

async function createApplicationTables(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE applications (
    client_id text PRIMARY KEY,
    name text NOT NULL,
    environment text NOT NULL CHECK (environment IN ('test', 'live')),
    submission_limit bigint,
    submissions_used bigint NOT NULL DEFAULT 0
  )`.execute(database);
  await sql`CREATE TABLE application_secrets (
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    secret_hash text NOT NULL,
    PRIMARY KEY (client_id, secret_hash)
  )`.execute(database);
  await sql`CREATE TABLE redirect_uris (
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    redirect_uri text NOT NULL,
    PRIMARY KEY (client_id, redirect_uri)
  )`.execute(database);
  await sql`CREATE TABLE origins (
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    origin text NOT NULL,
    PRIMARY KEY (client_id, origin)
  )`.execute(database);
}

async function createFlowTables(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE flows (
    token_hash text PRIMARY KEY,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('embedded', 'redirect')),
    redirect_uri text,
    host_origin text,
    nonce text,
    state text,
    step text NOT NULL,
    revision bigint NOT NULL,
    provider_id text,
    username text,
    expires_at bigint NOT NULL,
    CHECK ((kind = 'redirect') = (redirect_uri IS NOT NULL))
  )`.execute(database);
  await sql`CREATE INDEX flows_by_expiry ON flows (expires_at)`.execute(database);
  await sql`CREATE TABLE codes (
    code_hash text PRIMARY KEY,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    environment text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('embedded', 'redirect')),
    redirect_uri text,
    host_origin text,
    nonce text,
    state text,
    provider_id text NOT NULL,
    username text NOT NULL,
    expires_at bigint NOT NULL,
    consumed_at bigint,
    CHECK ((kind = 'redirect') = (redirect_uri IS NOT NULL))
  )`.execute(database);
  await sql`CREATE INDEX codes_by_expiry ON codes (expires_at)`.execute(database);
}

async function createAccountTables(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE accounts (
    id text PRIMARY KEY,
    client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
    provider_id text NOT NULL,
    username text NOT NULL,
    UNIQUE (client_id, provider_id, username)
  )`.execute(database);
  await sql`CREATE TABLE tokens (
    token_hash text PRIMARY KEY,
    account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
    code_hash text NOT NULL UNIQUE,
    issued_at bigint NOT NULL,
    revoked_at bigint
  )`.execute(database);
  await sql`CREATE TABLE login_attempts (
    provider_id text NOT NULL,
    username text NOT NULL,
    attempts bigint NOT NULL,
    window_end bigint NOT NULL,
    PRIMARY KEY (provider_id, username)
  )`.execute(database);
}

async function addRateCounts(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE rate_counts (
    key_hash text PRIMARY KEY,
    used bigint NOT NULL,
    window_end bigint NOT NULL
  )`.execute(database);
}
