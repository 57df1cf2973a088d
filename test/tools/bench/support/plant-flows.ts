import { createHash, randomBytes } from 'node:crypto';
import SqliteConnection from 'better-sqlite3';
import { Client } from 'pg';

const ttlMs = 3_600_000;
const insert = `INSERT INTO flows
  (token_hash, client_id, kind, step, revision, expires_at, started_at, host_origin, nonce, reference,
    handoff_hash, handoff_state, handoff_expires_at, handoff_tries)`;
const values = `'embedded', 'select', 1`;
const more = `'https://app.example', 'nonce', 'ABCDEFGH'`;

/** @returns the tokens of flows whose frames wait for their windows, as if documents had started them */
export async function plantFlows(
  place: { readonly file: string } | { readonly url: string },
  { clientId, count }: { readonly clientId: string; readonly count: number },
): Promise<readonly string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('hex'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  const [now, end] = [Date.now(), Date.now() + ttlMs];
  if ('file' in place) {
    const sqlite = new SqliteConnection(place.file, { timeout: 10_000 });
    const row = sqlite.prepare(
      `${insert} VALUES (?, ?, ${values}, ?, ?, ${more}, ?, 'waiting', ?, 0)`,
    );
    sqlite.transaction(() => {
      for (const hash of hashes) row.run(hash, clientId, end, now, `handoff ${hash}`, end);
    })();
    sqlite.close();
    return tokens;
  }
  const client = new Client({ connectionString: place.url });
  await client.connect();
  await client.query(
    `${insert} SELECT hash, $2, ${values}, $3::bigint, $4::bigint, ${more}, 'handoff ' || hash, 'waiting', $3::bigint, 0
      FROM unnest($1::text[]) AS hash`,
    [hashes, clientId, end, now],
  );
  await client.query('VACUUM ANALYZE flows');
  await client.end();
  return tokens;
}
