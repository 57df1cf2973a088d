import SqliteConnection from 'better-sqlite3';
import { Client } from 'pg';

/** Where rows are added. */
export type DatabasePlace = { readonly file: string } | { readonly url: string };

/** An account with a token. Environment and provider are those of its application. */
export interface PlantedPerson {
  readonly account: string;
  readonly application: string;
  readonly environment: 'test' | 'live';
  readonly provider: string;
  readonly person: string;
  /** SHA-256 of the token. */
  readonly hash: string;
}

/** An event of an application. */
export interface PlantedEvent {
  readonly id: string;
  readonly application: string;
  readonly account: string;
  /** In the order of all events, from 1. */
  readonly position: number;
}

const shares = 'identity returns transcripts forms';

/** Adds a row for each JSON object in the column `value` of `source`. Both databases accept the statement. */
type Plant = (source: string) => string;

const addAccounts: Plant = (source) => `INSERT INTO accounts
    (id, client_id, provider_id, username, connected_at, status_since, consented_at, shares)
  SELECT value ->> 'account', value ->> 'application', value ->> 'provider', value ->> 'person',
    1, 1, 1, '${shares}' FROM ${source}`;
const addTokens: Plant = (source) => `INSERT INTO tokens
    (token_hash, account_id, code_hash, issued_at, environment)
  SELECT value ->> 'hash', value ->> 'account', 'code ' || (value ->> 'hash'), 1,
    value ->> 'environment' FROM ${source}`;
const addEvents: Plant = (source) => `INSERT INTO events
    (id, client_id, type, created_at, data, position)
  SELECT value ->> 'id', value ->> 'application', 'connection.created', ${Date.now()},
    '{"account_id":"' || (value ->> 'account') || '","provider_id":"sandbox"}',
    CAST(value ->> 'position' AS bigint) FROM ${source}`;
const notePosition: Plant = (source) => `INSERT INTO event_positions (id, last_position)
  SELECT 'only', count(*) FROM ${source} WHERE true
  ON CONFLICT (id) DO UPDATE SET last_position = excluded.last_position`;

/** Adds people as if they had connected. */
export function plantPeople(place: DatabasePlace, people: readonly PlantedPerson[]): Promise<void> {
  return plant(place, people, [addAccounts, addTokens]);
}

/** Adds published events, to a database without events. */
export function plantEvents(place: DatabasePlace, events: readonly PlantedEvent[]): Promise<void> {
  return plant(place, events, [addEvents, notePosition]);
}

async function plant(
  place: DatabasePlace,
  rows: readonly object[],
  plants: readonly Plant[],
): Promise<void> {
  const json = JSON.stringify(rows);
  if ('file' in place) {
    const sqlite = new SqliteConnection(place.file, { timeout: 10_000 });
    for (const write of plants) sqlite.prepare(write('json_each(?)')).run(json);
    sqlite.close();
    return;
  }
  const client = new Client({ connectionString: place.url });
  await client.connect();
  const source = 'json_array_elements($1::json) AS planted (value)';
  for (const write of plants) await client.query(write(source), [json]);
  await client.query('VACUUM ANALYZE');
  await client.end();
}
