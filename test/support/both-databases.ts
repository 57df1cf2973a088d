import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The test files that run on both databases, because PostgreSQL and SQLite differ there: locks, transactions,
 * waits, plans, triggers, types. `every-endpoint` sends the statements of every endpoint to both. Every other file runs
 * on SQLite, and on PostgreSQL only in the long run, because that takes three times the CPU.
 */
export const onBothDatabases = [
  'clock-set-back',
  'consent-order',
  'crash',
  'deleted-meanwhile',
  'deletion',
  'delivery-races',
  'event-atomicity',
  'event-hub',
  'events',
  'every-endpoint',
  'failed-sweep',
  'kept-rows',
  'nul',
  'query-plans',
  'random-consents',
  'readiness',
  'renewals',
  'reseal',
  'session-repeats',
  'stored-database',
  'token',
  'token-attacks',
].map(findFile);

/** @throws {Error} when no file has the name, for example after a renaming */
function findFile(name: string): string {
  const path = `test/service/${name}.test.ts`;
  if (!existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))) {
    throw new Error(`${path} does not exist: correct test/support/both-databases.ts.`);
  }
  return path;
}
