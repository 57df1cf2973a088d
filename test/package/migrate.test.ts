import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../src/connect/service/store/migrations/migrations.ts';
import { isLongRun } from '../support/extent.ts';
import { findNode } from '../support/find-node.mjs';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { createEmptyProject, type EmptyProject } from '../support/tarball.ts';

const node = findNode(22) ?? process.execPath;

let server: PostgresServer;
let project: EmptyProject;
let url: string;
let count = 0;

beforeAll(async () => {
  server = await startPostgres();
  project = createEmptyProject();
});

afterAll(async () => {
  project.remove();
  await server.stop();
});

beforeEach(async () => {
  count += 1;
  await query(server.url, `CREATE DATABASE upgrade_${count}`);
  url = server.url.replace(/[^/]+$/, `upgrade_${count}`);
});

async function query(at: string, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: at });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

type Watch = (output: string, kill: (signal: NodeJS.Signals) => void) => void;

/** Runs `npx tax-connect` with the database. */
const run = (args: readonly string[], onOutput?: Watch, variables = {}) =>
  project.run(node, [project.bin, ...args], {
    environment: { DATABASE_URL: url, PORT: '0', ...variables },
    ...(onOutput && { onOutput }),
  });

const stopWhenListening: Watch = (output, kill) => {
  if (output.includes('Accepts connections')) kill('SIGTERM');
};

/** Creates the tables of the first version, as its service did. */
async function createFirstVersion(): Promise<void> {
  const [first] = migrations;
  if (first?.postgres.kind !== 'transaction') throw new Error('The first has tables.');
  await query(url, first.postgres.statements.join(';'));
}

/** A transaction with a snapshot: a concurrent build of an index does not end before it. */
async function holdSnapshot() {
  const client = new Client({ connectionString: url, application_name: 'a long report' });
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
  return () => client.end();
}

/** Starts `migrate`. @returns its end, and a promise of the first build of an index, which waits */
function startToBuild() {
  let end: ((signal: NodeJS.Signals) => void) | undefined;
  let say = () => {};
  const isBuilding = new Promise<void>((resolve) => {
    say = resolve;
  });
  const ended = run(['migrate'], (output, kill) => {
    end = kill;
    if (output.includes('Building the index')) say();
  });
  return { isBuilding, ended, kill: () => end?.('SIGKILL') };
}

describe('npx tax-connect migrate', () => {
  it('creates the tables that serve asks for', async () => {
    const refused = await run(['serve']);
    const planned = await run(['migrate', '--dry-run']);
    const created = await run(['migrate']);
    const served = await run(['serve'], stopWhenListening);

    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database has no tables. Run "npx tax-connect migrate"'),
    });
    expect(planned).toMatchObject({ code: 0, stdout: expect.stringContaining('1 first version') });
    expect(created).toEqual({
      ...{ code: 0, signal: null, stderr: '' },
      stdout: 'Created the tables.\nThe tables are up to date.\n',
    });
    expect(served.code).toBe(0);
  });

  it('upgrades tables of the first version in two steps, while serve waits or refuses', async () => {
    await createFirstVersion();
    const release = await holdSnapshot();
    const early = await run(['migrate', '--finish']);
    const { isBuilding, ended } = startToBuild();
    await isBuilding;

    const refused = await run(['serve']);
    let isWaiting = false;
    const waiting = run(
      ['serve'],
      (output, kill) => {
        if (output.includes('Another process migrates') && !isWaiting) {
          isWaiting = true;
          void release();
        }
        stopWhenListening(output, kill);
      },
      { MIGRATE_ON_START: 'true' },
    );
    const [migrated, served] = [await ended, await waiting];
    const finished = await run(['migrate', '--finish']);

    expect(early).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Run "npx tax-connect migrate"'),
    });
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database is older than this service'),
    });
    expect(isWaiting).toBe(true);
    expect([migrated.code, served.code]).toEqual([0, 0]);
    expect(migrated.stdout).toContain('Missing, for "npx tax-connect migrate --finish"');
    expect(finished).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/The tables are up to date\.\n$/),
    });
  });

  it('says which variable leads to no database', async () => {
    const variables = { MIGRATION_DATABASE_URL: 'postgres://me:hidden@127.0.0.1:9/none' };

    const ended = await run(['migrate'], undefined, variables);

    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^MIGRATION_DATABASE_URL: no database answers at 127/),
    });
    expect(ended.stderr).not.toContain('hidden');
  });

  it.runIf(isLongRun)('goes on after a kill -9 in the middle of an index', async () => {
    await createFirstVersion();
    const release = await holdSnapshot();
    const { isBuilding, ended, kill } = startToBuild();
    await isBuilding;
    const migrators =
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'tax-connect migrate'";
    const unfinished = 'SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid';
    await expect.poll(() => query(url, unfinished)).toHaveLength(1);

    kill();
    const killed = await ended;
    // The server ends the build, because it notices the death of its client.
    await expect.poll(() => query(url, migrators)).toEqual([]);
    const left = await query(url, unfinished);
    await release();
    const again = await run(['migrate']);

    expect(killed.signal).toBe('SIGKILL');
    expect(left).toHaveLength(1);
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is not finished, so it is built again.'),
    });
    expect(await query(url, unfinished)).toEqual([]);
  });
});
