import SqliteConnection from 'better-sqlite3';
import { Client } from 'pg';

/** The database to which rows are added. */
type DatabasePlace = { readonly file: string } | { readonly url: string };

/** An account of the sandbox, with a token. */
export interface PlantedPerson {
  readonly account: string;
  readonly application: string;
  readonly person: string;
  /** SHA-256 of the token. */
  readonly hash: string;
}

const shares = 'identity returns transcripts forms';

/** Adds a row for each JSON object in the column `value` of `source`. Both databases accept the statement. */
type Plant = (source: string) => string;

const addAccounts: Plant = (source) => `INSERT INTO accounts
    (id, client_id, provider_id, username, connected_at, status_since, consented_at, shares)
  SELECT value ->> 'account', value ->> 'application', 'sandbox', value ->> 'person',
    1, 1, 1, '${shares}' FROM ${source}`;
const addTokens: Plant = (source) => `INSERT INTO tokens
    (token_hash, account_id, code_hash, issued_at, environment)
  SELECT value ->> 'hash', value ->> 'account', 'code ' || (value ->> 'hash'), 1, 'test'
    FROM ${source}`;
/** Adds people as if they had connected. */
export async function plantPeople(
  place: DatabasePlace,
  people: readonly PlantedPerson[],
): Promise<void> {
  const json = JSON.stringify(people);
  if ('file' in place) {
    const sqlite = new SqliteConnection(place.file, { timeout: 10_000 });
    for (const write of [addAccounts, addTokens]) sqlite.prepare(write('json_each(?)')).run(json);
    sqlite.close();
    return;
  }
  const client = new Client({ connectionString: place.url });
  await client.connect();
  const source = 'json_array_elements($1::json) AS planted (value)';
  for (const write of [addAccounts, addTokens]) await client.query(write(source), [json]);
  await client.query('VACUUM ANALYZE');
  await client.end();
}
