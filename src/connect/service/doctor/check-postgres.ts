import { Kysely, PostgresDialect } from 'kysely';
import type { Client } from 'pg';
import { isLoopbackHostname } from '../addresses/host-origin.ts';
import { createSealedValueStore, type KeyCounts } from '../reseal/sealed-values.ts';
import { migrations } from '../store/migrations/migrations.ts';
import { choosePoolSize, type StoreLocation } from '../store/open-database.ts';
import { readClientState } from '../store/postgres/migrate-postgres.ts';
import { createPool, findRoute, type Route, withClient } from '../store/postgres/postgres-pool.ts';
import { listStatements } from '../store/postgres/postgres-work.ts';
import type { Database } from '../store/schema.ts';
import { about, type Finding } from './finding.ts';
import {
  type DatabaseLook,
  type LiveAddress,
  lookAtSchema,
  selectLiveAddresses,
} from './look-at-database.ts';

interface Facts {
  readonly version: number;
  readonly version_name: string;
  readonly is_standby: boolean;
  readonly read_only: string;
  readonly synchronous_commit: string;
  readonly max_connections: number;
  readonly now: number;
  readonly schema: string | null;
  readonly can_create: boolean;
  readonly has_tables: boolean;
  readonly is_encrypted: boolean | null;
}

const selectFacts = `SELECT
  current_setting('server_version_num')::int AS version,
  current_setting('server_version') AS version_name,
  pg_is_in_recovery() AS is_standby,
  current_setting('transaction_read_only') AS read_only,
  current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('max_connections')::int AS max_connections,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
  current_schema() AS schema,
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS can_create,
  to_regclass('schema_migrations') IS NOT NULL
    OR to_regclass('applications') IS NOT NULL AS has_tables,
  (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS is_encrypted`;

/** PostgreSQL 13, the first version that includes `gen_random_uuid()`. */
const oldestVersion = 130_000;
const testedVersion = 150_000;
const maxClockDifferenceMs = 1000;

/**
 * Examines a PostgreSQL database without changing anything.
 *
 * @throws the driver's error when the database does not answer
 */
export async function lookAtPostgres(
  databaseUrl: string,
  config: StoreLocation,
): Promise<DatabaseLook> {
  const poolSize = choosePoolSize(config);
  const route = await findRoute(databaseUrl);
  return await withClient(configure(databaseUrl), async (client) => {
    const start = Date.now();
    const { rows } = await client.query<Facts>(selectFacts);
    const [facts] = rows;
    if (!facts) throw new Error('The database has returned no row.');
    const clockDifferenceMs = facts.now - (start + Date.now()) / 2;
    const { ok } = about('DATABASE_URL');
    const findings = [
      ok(`PostgreSQL ${facts.version_name} answers${route.isPooled ? ', through a pooler' : ''}.`),
      ...route.warnings.map(about('DATABASE_URL').risk),
      ...checkServer(facts, poolSize),
      ...(facts.version < collationVersions ? [] : await checkOrder(client)),
      ...checkEncryption(databaseUrl, route.isPooled, facts),
      checkClock(clockDifferenceMs),
    ];
    const { isCurrent, ...tables } = await lookAtTables(client, facts, config);
    const sealed = isCurrent ? await countKeys(databaseUrl, route) : undefined;
    return { ...tables, findings: [...findings, ...tables.findings], sealed };
  });
}

const configure = (connectionString: string) => ({
  connectionString,
  connectionTimeoutMillis: 5000,
  query_timeout: 10_000,
});

export async function lookAtReplica(readUrl: string): Promise<Finding> {
  const { ok, risk } = about('DATABASE_READ_URL');
  try {
    const { rows } = await withClient(configure(readUrl), (client) =>
      client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby'),
    );
    if (rows[0]?.is_standby) return ok('The replica answers.');
    return risk(
      'The database is not a standby. Name a replica of DATABASE_URL, or lists will show something else.',
    );
  } catch {
    return risk('The replica does not answer, so lists come from DATABASE_URL until it does.');
  }
}

async function lookAtTables(client: Client, facts: Facts, config: StoreLocation) {
  const stop = (finding: Finding) => ({ findings: [finding], addresses: [], isCurrent: false });
  if (!facts.has_tables) return stop(checkEmpty(facts, config));
  const rights = await checkRights(client);
  if (rights.level !== 'ok') return stop(rights);
  const { finding, isReadable, isCurrent } = await lookAtSchema(
    () => readClientState(client),
    config.migrateOnStart ? ['expand'] : [],
  );
  if (!isReadable) return stop(finding);
  const addresses = await client.query<LiveAddress>(selectLiveAddresses);
  return { findings: [finding, rights], addresses: addresses.rows, isCurrent };
}

async function countKeys(databaseUrl: string, route: Route): Promise<KeyCounts> {
  const pool = createPool(databaseUrl, route, { max: 1, onIdleError() {} });
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await createSealedValueStore(database, true).countKeys();
  } finally {
    await database.destroy();
  }
}

function checkServer(facts: Facts, poolSize: number): readonly Finding[] {
  const { risk, wrong } = about('DATABASE_URL');
  const { version, version_name, max_connections } = facts;
  const kind = facts.is_standby ? 'is a standby' : 'is read-only';
  const findings = [
    version < oldestVersion &&
      wrong(
        `PostgreSQL ${version_name} lacks functions that the service calls. Use 13 or newer, best 15.`,
      ),
    version >= oldestVersion &&
      version < testedVersion &&
      risk(
        `The service is tested with PostgreSQL 15, and not with ${version_name}. Use 15 or newer.`,
      ),
    (facts.is_standby || facts.read_only === 'on') &&
      wrong(`The database ${kind}, so no request could be served. Name the primary.`),
    facts.synchronous_commit === 'off' &&
      risk(
        'synchronous_commit is off: after a power failure, a code that was exchanged could be used again. Turn it on.',
      ),
    poolSize > max_connections / 2 &&
      about('DATABASE_POOL_SIZE').risk(
        `A process may open ${poolSize} of the server's ${max_connections} connections, so a second process could get none. Lower it, or raise max_connections.`,
      ),
  ];
  return findings.filter((finding) => finding !== false);
}

/** PostgreSQL 15, the first version that remembers by which rules a database sorts. */
const collationVersions = 150_000;

/**
 * Checks that the machine sorts text as it did when the database was created. An upgrade of the operating system, or a
 * replica on another one, may change the order.
 *
 * @see https://www.postgresql.org/docs/current/sql-altercollation.html#SQL-ALTERCOLLATION-NOTES
 */
async function checkOrder(client: Client): Promise<readonly Finding[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(datname) AS name FROM pg_database WHERE datname = current_database()
      AND datcollversion IS DISTINCT FROM pg_database_collation_actual_version(oid)`,
  );
  return rows.map(({ name }) =>
    about('DATABASE_URL').risk(
      `The machine sorts text in another way than when the database was created, so indexes may miss accounts. Run REINDEX DATABASE ${name} and ALTER DATABASE ${name} REFRESH COLLATION VERSION.`,
    ),
  );
}

/**
 * Checks that the connection is encrypted, unless it stays on this machine. Behind a pooler this cannot be checked,
 * because the server sees only the pooler's connection.
 */
function checkEncryption(databaseUrl: string, isPooled: boolean, facts: Facts): readonly Finding[] {
  const { hostname } = new URL(databaseUrl);
  const isSocket = /^(?:%2f.*)?$/i.test(hostname);
  const isLocal = isSocket || isLoopbackHostname(hostname);
  if (isLocal || isPooled || facts.is_encrypted) return [];
  return [
    about('DATABASE_URL').risk(
      `The connection to ${hostname} is not encrypted, so its network can read hashes and names. Add ?sslmode=verify-full, unless the network is private.`,
    ),
  ];
}

function checkClock(differenceMs: number): Finding {
  const { ok, risk } = about('clock');
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1);
  if (Math.abs(differenceMs) <= maxClockDifferenceMs)
    return ok(`It differs from the database's by ${seconds} s.`);
  const direction = differenceMs > 0 ? 'behind' : 'ahead of';
  return risk(
    `It is ${seconds} s ${direction} the database's, so codes expire too late or too early. Set the clocks by NTP on all machines.`,
  );
}

function checkEmpty({ schema, can_create }: Facts, config: StoreLocation): Finding {
  const { ok, wrong } = about('tables');
  if (!config.migrateOnStart) {
    return wrong('There are none. Run "npx tax-connect migrate", or set MIGRATE_ON_START=true.');
  }
  if (can_create || config.migrationDatabaseUrl !== undefined) {
    return ok(`The first start creates them in the schema ${schema}.`);
  }
  return wrong(
    `There are none, and this user may not create them. Run GRANT CREATE ON SCHEMA ${schema ?? 'public'} TO its role.`,
  );
}

interface MissingRight {
  readonly name: string;
  readonly kind: 'table' | 'sequence' | 'view';
}

/**
 * Selects the tables, sequences and views on which the user lacks a right. Missing tables and views are skipped. An
 * INSERT into a table also needs a right on the table's sequence.
 */
const selectMissingRights = `
  SELECT name, 'table' AS kind FROM unnest($1::text[]) AS name, to_regclass(name) AS found
  WHERE NOT (has_table_privilege(found, 'SELECT') AND has_table_privilege(found, 'INSERT')
    AND has_table_privilege(found, 'UPDATE') AND has_table_privilege(found, 'DELETE'))
  UNION ALL
  SELECT relname, 'sequence' FROM unnest($1::text[]) AS name
    JOIN pg_depend ON refobjid = to_regclass(name) AND refclassid = 'pg_class'::regclass
      AND classid = 'pg_class'::regclass
    JOIN pg_class AS owned ON owned.oid = objid
  WHERE CASE relkind WHEN 'S' THEN NOT has_sequence_privilege(owned.oid, 'USAGE, UPDATE') ELSE false END
  UNION ALL
  SELECT name, 'view' FROM unnest($2::text[]) AS name, to_regclass(name) AS found
  WHERE NOT has_table_privilege(found, 'SELECT')`;

const listCreated = (kind: 'TABLE' | 'VIEW') =>
  migrations.flatMap(({ postgres }) =>
    listStatements(postgres).flatMap((statement) => {
      const [, name] = new RegExp(`^CREATE ${kind} (\\w+)`).exec(statement) ?? [];
      return name === undefined ? [] : [name];
    }),
  );

const names = [['schema_migrations', ...listCreated('TABLE')], listCreated('VIEW')];

/** Checks that the user has all the rights that requests need. */
async function checkRights(client: Client): Promise<Finding> {
  const { rows } = await client.query<MissingRight>(selectMissingRights, names);
  const { ok, wrong } = about('rights');
  if (rows.length === 0) return ok('This user may read and change every table.');
  const list = (kind: MissingRight['kind']) =>
    rows.flatMap((row) => (row.kind === kind ? [row.name] : [])).join(', ');
  const [tables, sequences, views] = [list('table'), list('sequence'), list('view')];
  const lacks = [
    ...(tables ? [`read and change ${tables}`] : []),
    ...(sequences ? [`use the sequences ${sequences}`] : []),
    ...(views ? [`read ${views}`] : []),
  ];
  const grants = [
    ...(tables ? ['GRANT SELECT, INSERT, UPDATE, DELETE ON the tables TO its role'] : []),
    ...(sequences ? [`GRANT USAGE ON SEQUENCE ${sequences} TO its role`] : []),
    ...(views ? [`GRANT SELECT ON ${views} TO its role`] : []),
  ];
  return wrong(
    `This user may not ${lacks.join(', nor ')}, so requests would fail. Run ${grants.join(', and ')}.`,
  );
}
