import type { Client } from 'pg';
import { migrations } from '../store/migrations/migrations.ts';
import { listStatements } from '../store/postgres/postgres-work.ts';
import { about, type Finding } from './finding.ts';

interface MissingRight {
  readonly name: string;
  readonly kind: 'table' | 'sequence' | 'view';
}

/** Missing tables and views are skipped. An INSERT into a table also needs its sequence. */
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

/** Checks that the connection's user has all the rights that requests need. */
export async function checkRights(client: Client): Promise<Finding> {
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
