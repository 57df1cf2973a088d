import { Client } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { findNode } from '../support/find-node.mjs';
import { startPostgres } from '../support/postgres-server.ts';
import { createEmptyProject } from '../support/tarball.ts';
import { useRunning } from '../support/use-running.ts';

const node = findNode(22) ?? process.execPath;

const server = useRunning(() => startPostgres());
const project = useRunning(() => createEmptyProject());
let url: string;
let count = 0;

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

/** Runs `npx tax-connect` with the database, and stops it when it listens. */
const run = (args: readonly string[], variables = {}) =>
  project.run(node, [project.bin, ...args], {
    environment: { DATABASE_URL: url, PORT: '0', ...variables },
    onOutput(output, kill) {
      if (output.includes('Accepts connections')) kill('SIGTERM');
    },
  });

describe('npx tax-connect migrate', () => {
  it('creates the tables that serve asks for', async () => {
    const refused = await run(['serve']);
    const planned = await run(['migrate', '--dry-run']);
    const created = await run(['migrate']);
    const served = await run(['serve']);

    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database has no tables. Run "npx tax-connect migrate"'),
    });
    expect(planned).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 tables of 0.1.0'),
    });
    expect(created).toEqual({
      ...{ code: 0, signal: null, stderr: '' },
      stdout: 'Created the tables.\nThe tables are up to date.\n',
    });
    expect(served.code).toBe(0);
  });

  it('says which variable leads to no database', async () => {
    const variables = { MIGRATION_DATABASE_URL: 'postgres://me:hidden@127.0.0.1:9/none' };

    const ended = await run(['migrate'], variables);

    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^MIGRATION_DATABASE_URL: no database answers at 127/),
    });
    expect(ended.stderr).not.toContain('hidden');
  });
});
