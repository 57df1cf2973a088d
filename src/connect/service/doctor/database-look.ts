import { schemaVersion } from '../store/prepare-schema.ts';
import type { LiveAddress } from './check-applications.ts';
import { about, type Finding } from './finding.ts';

/** The findings of a look at the database. */
export interface DatabaseLook {
  readonly findings: readonly Finding[];
  readonly addresses: readonly LiveAddress[];
  /** Stored grants, as many as are enough to know their keys. */
  readonly grants: readonly string[];
}

/** @param version - of the tables; undefined when it is unknown */
export function checkVersion(version: number | undefined): Finding {
  const { ok, wrong } = about('tables');
  if (version === schemaVersion)
    return ok(`They have version ${schemaVersion}, as this service needs.`);
  return wrong(
    `They have version ${version ?? 'unknown'}; this service needs ${schemaVersion}. Start the service that created them, or name another database.`,
  );
}

/** Both databases understand it. */
export const selectGrants =
  'SELECT sealed_grant FROM accounts WHERE sealed_grant IS NOT NULL LIMIT 1000';
