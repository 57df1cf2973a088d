import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withClient } from '../../../src/connect/service/store/postgres/postgres-pool.ts';
import { isLongRun } from '../../support/extent.ts';
import { findPostgres } from '../../support/find-postgres.mjs';
import { startPostgres } from '../../support/postgres-server.ts';
import { buildService } from '../../support/service-process.ts';
import { useRunning } from '../../support/use-running.ts';
import { actAt } from '../network.ts';
import { testApplication } from '../test-application.ts';

const guide = readFileSync('demo/docs/backup.md', 'utf8');

type Variables = Readonly<Record<string, string>>;

/** The guide's commands: to back up, and to restore. */
function readCommands(): readonly string[] {
  return [...guide.matchAll(/```sh\n([^`]+)```/g)].map(([, text = '']) => text).slice(0, 2);
}

/** Runs commands in a shell, with PostgreSQL's programs. */
function runCommands(text: string, variables: Variables, cwd: string): void {
  const env = { ...variables, PATH: `${findPostgres()}:${process.env.PATH}` };
  execFileSync('sh', ['-e', '-c', text], { cwd, env, stdio: 'pipe' });
}

/**
 * Creates the role of the guide's first deployment. @returns the address of its database, which does not exist yet
 */
async function createRole(adminUrl: string): Promise<string> {
  await withClient({ connectionString: adminUrl }, (client) =>
    client.query("CREATE ROLE connect LOGIN PASSWORD 'restored'"),
  );
  const url = new URL(adminUrl);
  return Object.assign(url, { username: 'connect', password: 'restored', pathname: '/connect' })
    .href;
}

/** @returns why the database refuses it */
async function changeConsents(url: string): Promise<string> {
  const reason = await withClient({ connectionString: url }, (client) =>
    client.query("UPDATE consents SET purpose = 'other'").then(String, String),
  );
  return reason.replace(/^error: /, '');
}

describe.runIf(isLongRun)('a backup by the commands of the guide', () => {
  const build = useRunning(buildService);
  const [old, fresh] = [useRunning(() => startPostgres()), useRunning(() => startPostgres())];

  it('restores connections into an empty server', async () => {
    const run = (commands: string, variables: Variables) =>
      runCommands(commands, variables, build.folder);
    const environment = {
      MIGRATE_ON_START: 'true',
      DASHBOARD_PASSWORD: 'kept across the restore',
      GRANT_KEY: randomBytes(32).toString('base64'),
      APPLICATIONS_FILE: build.write('applications.json', [testApplication]),
    };
    const [backUp = '', restore = ''] = readCommands();
    const restored = await createRole(fresh.url);

    const before = await build.start({ ...environment, DATABASE_URL: old.url });
    const { token, read } = await actAt(before.url).connectSandbox();
    const account = await read('/account');
    run(backUp, { DATABASE_URL: old.url });
    await before.end('SIGTERM');
    run(restore, { ADMIN_URL: fresh.url, DATABASE_URL: restored });
    const after = await build.start({ ...environment, DATABASE_URL: restored });

    const acts = actAt(after.url);
    expect(account).toMatchObject({ provider_id: 'sandbox' });
    expect(await acts.asOwner(token).read('/account')).toEqual(account);
    expect((await (await acts.connectSandbox()).get('/account')).status).toBe(200);
    expect(await changeConsents(restored)).toMatch(/^Consent records cannot be changed/);
  });
});
