import {
  addColumns,
  addIndexes,
  dropIndexes,
  inBatches,
  inBoth,
  inEach,
  type Migration,
  validate,
} from '../../src/connect/service/store/migrations/migration.ts';
import { migrations } from '../../src/connect/service/store/migrations/migrations.ts';

/**
 * Changes that a next version might make, with each kind of work: a column of codes, which replaces an index, and a
 * table.
 */
export const fixtureMigrations: readonly Migration[] = [
  ...migrations,
  {
    version: 101,
    name: 'column of codes',
    phase: 'expand',
    ...addColumns('codes', 'listed_at bigint'),
  },
  {
    version: 102,
    name: 'values of codes',
    phase: 'expand',
    ...inBatches(`WITH part AS (
      SELECT code_hash FROM codes WHERE code_hash > $1 AND listed_at IS NULL
      ORDER BY code_hash LIMIT 500 FOR UPDATE
    ), changed AS (
      UPDATE codes SET listed_at = expires_at FROM part WHERE codes.code_hash = part.code_hash
      RETURNING codes.code_hash
    ) SELECT max(code_hash) AS last_key FROM changed`),
  },
  {
    version: 103,
    name: 'check of codes',
    phase: 'expand',
    ...inEach({
      postgres: [
        'ALTER TABLE codes ADD CONSTRAINT codes_listed CHECK (listed_at IS NOT NULL) NOT VALID',
      ],
      sqlite: ['UPDATE codes SET listed_at = expires_at'],
    }),
  },
  { version: 104, name: 'valid codes', phase: 'expand', ...validate('codes', 'codes_listed') },
  {
    version: 105,
    name: 'indexes of codes',
    phase: 'expand',
    ...addIndexes(
      'CREATE INDEX codes_by_listing ON codes (listed_at)',
      'CREATE INDEX codes_by_provider ON codes (provider_id)',
    ),
  },
  {
    version: 106,
    name: 'no index of old codes',
    phase: 'contract',
    ...dropIndexes('codes_by_end'),
  },
  {
    version: 107,
    name: 'table of notes',
    phase: 'expand',
    ...inBoth('CREATE TABLE notes (id text PRIMARY KEY)'),
  },
];
