import { dropIndexes, inBoth, inEach, type Migration, validate } from './migration.ts';

/** Removes what only the first version needs. */
export const finish: readonly Migration[] = [
  {
    version: 22,
    name: 'no service of the first version',
    phase: 'contract',
    ...inBoth('UPDATE schema_version SET version = 22'),
  },
  {
    version: 23,
    name: 'no table of refused origins',
    phase: 'contract',
    ...inBoth(
      `INSERT INTO refused_requests (client_id, kind, value, network_hash, refused_at)
        SELECT client_id, 'origin', origin, network_hash, refused_at FROM refused_origins WHERE true
        ON CONFLICT DO NOTHING`,
      'DROP TABLE refused_origins',
    ),
  },
  {
    version: 24,
    name: 'check of the ends of codes',
    phase: 'contract',
    ...inEach({
      postgres: [
        `ALTER TABLE codes
          ADD CONSTRAINT codes_kept_until CHECK (kept_until IS NOT NULL) NOT VALID`,
      ],
      sqlite: [],
    }),
  },
  {
    version: 25,
    name: 'every code has an end',
    phase: 'contract',
    ...validate('codes', 'codes_kept_until'),
  },
  {
    version: 26,
    name: 'a code without an end is refused',
    phase: 'contract',
    // In this order: the check saves PostgreSQL from reading every row.
    ...inEach({
      postgres: [
        'ALTER TABLE codes ALTER COLUMN kept_until SET NOT NULL, ALTER COLUMN kept_until DROP DEFAULT',
        'ALTER TABLE codes DROP CONSTRAINT codes_kept_until',
      ],
      sqlite: [],
    }),
  },
  {
    version: 27,
    name: 'no indexes of expired codes',
    phase: 'contract',
    ...dropIndexes('codes_by_expiry', 'codes_with_grant'),
  },
];
