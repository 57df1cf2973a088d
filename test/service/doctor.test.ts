import { chmodSync, existsSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createGrantSeal } from '../../src/connect/service/basics/grant-seal.ts';
import { examine } from '../../src/connect/service/doctor/examine.ts';
import type { Finding } from '../../src/connect/service/doctor/finding.ts';
import { sealedColumns } from '../../src/connect/service/reseal/sealed-values.ts';
import type { StoreLocation } from '../../src/connect/service/store/open-database.ts';
import { isLongRun } from '../support/extent.ts';
import { listen } from '../support/listen.ts';
import { startOidcServer } from '../support/oidc/start-oidc-server.ts';
import {
  createBlankDatabase,
  createFolder,
  createQuery,
  createTestDatabase,
  isPooled,
  isPostgres,
  openTestStoreAt,
  readTestClient,
} from './database.ts';
import { createTestService } from './harness.ts';
import { hour, liveApplication, testApplication } from './test-application.ts';

type Variables = Readonly<Record<string, string>>;

let folder: string;
let providers: string;
/** An environment without a risk, on a separate empty database. */
let variables: Variables;
let data: string;
let file: string;
let location: StoreLocation;

beforeEach(async () => {
  folder = createFolder();
  providers = join(folder, 'providers.mjs');
  writeFileSync(providers, ownProviders, { mode: 0o644 });
  data = mkdtempSync(join(folder, 'data-'));
  file = join(data, 'connect.sqlite');
  location = await createTestDatabase(file);
  variables = {
    PORT: '0',
    PUBLIC_URL: 'http://localhost:4400',
    DATABASE_URL: location.databaseUrl ?? '',
    MIGRATE_ON_START: 'true',
    DATA_DIR: data,
    DASHBOARD_PASSWORD: password,
    PROVIDERS_MODULE: providers,
    GRANT_KEY: grantKey,
  };
});

const ownProviders = `export default [{
  info: { id: 'my-tax', name: 'My Tax', domain: 'my-tax.example' },
  begin: async () => ({ status: 'refused' }),
  answer: async () => ({ status: 'refused' }),
}];`;

const password = 'a long enough password';
const grantKey = Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64');

/** The server of the tests does not wait for its disk, and they run with an older Node's driver, too. */
const isExpected = ({ text }: Finding) =>
  isPostgres
    ? text.startsWith('synchronous_commit is off')
    : /^Node 22\S+ calls its SQLite driver experimental/.test(text);

const listBad = (findings: readonly Finding[]) =>
  findings.filter((finding) => finding.level !== 'ok' && !isExpected(finding));

/** @returns what is not fine in the good environment with these changes, as "level subject: text" */
async function findBad(changes: Variables = {}): Promise<string> {
  const findings = await examine({ ...variables, ...changes });
  // One line each.
  expect(findings.filter(({ text }) => text.includes('\n'))).toEqual([]);
  return listBad(findings)
    .map(({ level, subject, text }) => `${level} ${subject}: ${text}`)
    .join('\n');
}

it('a good environment has nothing to say, before and after the first start', async () => {
  const before = await findBad();
  await (await openTestStoreAt(location)).close();
  const after = await findBad();

  expect([before, after]).toEqual(['', '']);
});

describe.runIf(isLongRun || !isPostgres)('the settings', () => {
  it('are all read, and no secret is repeated', async () => {
    const secret = 'hidden'.repeat(6);

    const bad = await findBad({
      PORT: 'many',
      GRANT_KEY: 'hidden-key',
      ADMIN_TOKEN: secret,
      INTROSPECTION_SECRET: secret,
      METRICS_TOKEN: 'hidden',
      TRUST_PROXY: 'maybe',
    });

    expect(bad).toContain('wrong PORT: PORT must be a whole number');
    expect(bad).toContain('wrong GRANT_KEY: GRANT_KEY must be 32 bytes in base64');
    expect(bad).toContain('wrong TRUST_PROXY: ');
    expect(bad).toContain('risk METRICS_TOKEN: METRICS_TOKEN has fewer than 16 characters.');
    expect(bad).toContain('risk INTROSPECTION_SECRET: It is the same as ADMIN_TOKEN');
    expect(bad).not.toContain('hidden');
  });

  const zeros = Buffer.alloc(32).toString('base64');
  const lostDatabase = 'postgres://me:hidden@127.0.0.1:9/x';
  const tls = 'https://localhost:9';
  const http = { PUBLIC_URL: 'http://a.io', NODE_ENV: 'production', TRUST_PROXY: '10.0.0.1' };

  it.each<readonly [Variables, string]>([
    [http, 'wrong PUBLIC_URL: PUBLIC_URL http://a.io is not encrypted'],
    [{ PUBLIC_URL: '' }, 'risk PUBLIC_URL: It is not set, so only this machine'],
    [{ PUBLIC_URL: '', HOST: 'localhost' }, 'not set, so only this machine'],
    [{ PUBLIC_URL: '', HOST: '0.0.0.0' }, 'not set, so its pages work on this machine only'],
    [{ PUBLIC_URL: 'https://127.0.0.1.nip.invalid' }, 'risk TRUST_PROXY: It is off'],
    [{ PUBLIC_URL: 'https://a.invalid', TRUST_PROXY: '1' }, 'risk TRUST_PROXY: It is a number'],
    [{ TRUST_PROXY: '1' }, 'risk TRUST_PROXY: A proxy is trusted'],
    [
      { PUBLIC_URL: tls },
      `risk TLS: Nothing with a valid certificate answers at ${tls} (ECONNREFUSED)`,
    ],
    [{ DASHBOARD_PASSWORD: '' }, 'risk DASHBOARD_PASSWORD: It is not set'],
    [
      { PROVIDERS_MODULE: '' },
      'risk PROVIDERS_MODULE: It is not set, so all providers are simulated',
    ],
    [{ PROVIDERS_MODULE: '/nowhere.mjs' }, 'wrong PROVIDERS_MODULE: '],
    [{ GRANT_KEY: '' }, 'wrong PROVIDERS_MODULE: GRANT_KEY is not set.'],
    [{ GRANT_KEY: zeros }, 'risk GRANT_KEY: A key is not random'],
    [{ GRANT_KEY: `${grantKey},${zeros}` }, 'risk GRANT_KEY: A key is not random'],
    [{ GRANT_KEY: `${grantKey},${grantKey}` }, 'risk GRANT_KEY: Both keys are the same'],
    [{ METRICS_TOKEN: password }, 'risk DASHBOARD_PASSWORD: It is the same as METRICS_TOKEN'],
    [{ HOST: '192.0.2.1' }, 'wrong HOST: this machine does not have the address 192.0.2.1'],
    [{ DATABASE_URL: lostDatabase }, 'wrong DATABASE_URL: no database answers at 127.0.0.1:9/x'],
  ])('with %o have the finding: %s', async (changes, expected) => {
    const bad = await findBad(changes);

    expect(bad).toContain(expected);
    expect(bad).not.toContain('hidden');
  });

  it('a port that is taken', async () => {
    const server = createServer();
    const PORT = String(await listen(server));

    const bad = await findBad({ PORT });
    server.close();

    expect(bad).toContain(`wrong PORT: ${PORT} is taken. Stop the program that uses it`);
  });

  it("the operator's OpenID provider, which answers, has another issuer, or is down", async () => {
    const redirectUri = `${variables.PUBLIC_URL}/dashboard/return`;
    const client = { clientId: 'connect', clientSecret: 'hidden'.repeat(6), redirectUri };
    const right = await startOidcServer(client);
    const wrong = await startOidcServer({ ...client, wrongIssuer: true });
    const describeProvider = ({ issuer }: typeof right): Variables => ({
      ...{ ...variables, DASHBOARD_PASSWORD: '', DASHBOARD_OIDC_ISSUER: issuer },
      DASHBOARD_OIDC_CLIENT_ID: client.clientId,
      DASHBOARD_OIDC_CLIENT_SECRET: client.clientSecret,
    });

    const good = await examine(describeProvider(right));
    const other = await findBad(describeProvider(wrong));
    await Promise.all([right.close(), wrong.close()]);
    const down = await findBad(describeProvider(right));

    expect(listBad(good)).toEqual([]);
    const { text } = good.find(({ subject }) => subject === 'DASHBOARD_OIDC_ISSUER') ?? {};
    expect(text).toContain(`needs the redirect URI ${redirectUri}.`);
    for (const bad of [other, down]) {
      expect(bad).toMatch(/^risk DASHBOARD_OIDC_ISSUER: .* has no metadata of an OpenID provider/);
      expect(bad).not.toContain('hidden');
    }
  });

  it('applications in another encoding, which would garble a name', async () => {
    const APPLICATIONS_FILE = join(folder, 'applications.json');
    writeFileSync(APPLICATIONS_FILE, '[{ "name": "Café" }]', 'latin1');

    expect(await findBad({ APPLICATIONS_FILE })).toContain('is not JSON in UTF-8');
  });

  it('files that others may read or change', async () => {
    const file = join(folder, 'applications.json');
    writeFileSync(file, '[]');
    const look = () => findBad({ APPLICATIONS_FILE: file });
    // The group counts as others, too.
    chmodSync(file, 0o640);
    chmodSync(providers, 0o664);

    const bad = await look();
    chmodSync(file, 0o600);
    chmodSync(providers, 0o644);
    const control = await look();

    expect(bad).toContain(`risk APPLICATIONS_FILE: ${file} may be read by other users`);
    expect(bad).toContain(`risk PROVIDERS_MODULE: ${providers} may be changed by other users`);
    expect(control).toBe('');
  });
});

describe('the database', () => {
  it('a live application with an address on loopback, in the file and in the database', async () => {
    const loopback = { ...liveApplication, origins: ['http://localhost:3000'], redirect_uris: [] };
    const old = { ...loopback, client_id: 'in_file' };
    const service = await createTestService({
      store: await openTestStoreAt(location),
      applications: [loopback, old],
    });
    const file = join(folder, 'live.json');
    const one = { ...old, origins: ['http://127.0.0.1:3000'] };
    const written = [one, { ...one, client_id: 'test', environment: 'test' }];
    writeFileSync(file, JSON.stringify(written), { mode: 0o600 });

    const bad = await findBad({ APPLICATIONS_FILE: file });
    await service.store.close();

    const lines = ['in_file is live and has the address http://127.0.0.1:3000'];
    lines.push('live_app is live and has the address http://localhost:3000');
    expect(bad.split('\n')).toEqual(
      lines.map((line) => expect.stringContaining(`risk applications: ${line}`)),
    );
  });

  it('values whose keys are lost, by their keys, wherever they are', async () => {
    const service = await createTestService({
      store: await openTestStoreAt(location),
      applications: [testApplication],
    });
    await service.exchange({ code: await service.issueCode() });
    await service.issueCode();
    await service.startFlow();
    await service.store.webhooks.add({
      ...{ client_id: 'test_app', webhook_id: 'wh_1', url: 'https://a.io', created_at: 1 },
      ...{ types: 'all', sealed_secret: '' },
    });
    const [known] = createGrantSeal([Buffer.from(grantKey, 'base64')]).keyNames;
    // The doctor does not read so many at once.
    const createRow = (_: unknown, n: number) => `('r${n}', 'revocation', 'p', '{}', '${known}.A')`;
    await createQuery(location)(
      `INSERT INTO jobs (job_id, kind, queue, body, sealed)
        VALUES ${Array.from({ length: 1100 }, createRow).join()}`,
    );
    const lostAt = (at: number) => `0000000${at}`;
    for (const [at, { table, column, key }] of sealedColumns.entries())
      await createQuery(location)(
        `UPDATE ${table} SET ${column} = '${lostAt(at)}.AA' WHERE ${key} = (SELECT max(${key}) FROM ${table})`,
      );

    const bad = await findBad();
    await service.store.close();

    const list = sealedColumns.map((_, at) => `${lostAt(at)}: 1`).join(', ');
    expect(bad).toMatch(/^risk GRANT_KEY: The database has values that no key of GRANT_KEY opens/);
    expect(bad).toContain(`(${list})`);
    expect(bad).not.toContain(known);
  });

  it.each(isPostgres ? ['database'] : ['database', 'log of the database'])(
    'a clock that is before the %s',
    async (newest) => {
      const store = await openTestStoreAt(location);
      if (newest === 'database') await store.close();
      else await store.assertWritable(0);
      const changed = new Date(Date.now() - (newest === 'database' ? 0 : 2 * hour));
      if (!isPostgres) utimesSync(file, changed, changed);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hour });

      const bad = await findBad();

      expect(bad).toMatch(/^risk clock: It is 3600(?:\.\d)? s (?:behind|before)/);
    },
  );
});

describe.runIf(!isPostgres)('the folder', () => {
  it('is open to others', async () => {
    chmodSync(data, 0o755);

    expect(await findBad()).toBe(
      `risk DATA_DIR: Other users of this machine may access ${data}. Set the mode of the folder to 700.`,
    );
  });

  it('is a file, or has an invalid database', async () => {
    const inFile = join(folder, 'file');
    writeFileSync(inFile, '');
    writeFileSync(file, 'no database'.repeat(100), { mode: 0o600 });

    expect(await findBad({ DATA_DIR: inFile })).toContain('wrong DATA_DIR: ');
    expect(await findBad()).toContain(
      `wrong DATA_DIR: ${join(data, 'connect.sqlite')} cannot be opened`,
    );
  });

  it('has tables of another version', async () => {
    await createQuery(location)('CREATE TABLE applications (client_id text)');
    chmodSync(file, 0o600);

    expect(await findBad()).toMatch(
      /^wrong tables: The database has tables of a development version/,
    );
  });

  it('is not created', async () => {
    const missing = join(data, 'a', 'b');

    expect(await findBad({ DATA_DIR: missing })).toBe('');
    expect(existsSync(join(data, 'a'))).toBe(false);
  });
});

describe.runIf(isPostgres)('PostgreSQL', () => {
  /** Past the pooler, which connects as one user. */
  const toServer = (text = '', role = ''): string => {
    const url = new URL(text);
    url.host = new URL(inject('postgresUrl') ?? '').host;
    if (role) url.username = role;
    return url.href;
  };

  it('a user without rights, on an empty database and on one with tables', async () => {
    const role = `poor_${process.pid}`;
    const client = readTestClient();
    await client?.query(`CREATE ROLE ${role} LOGIN`);
    const look = (url = '') => findBad({ DATABASE_URL: toServer(url, role) });

    const onBlank = await look(await createBlankDatabase());
    const onFull = await look(variables.DATABASE_URL);
    await client?.query(`DROP ROLE ${role}`);

    expect(onBlank).toMatch(/^wrong tables: There are none, and this user may not create them/);
    expect(onFull).toMatch(/^wrong rights: This user may not read and change .*accounts/);
  });

  it('a user who may change tables, but not use their sequences, and may not read a view', async () => {
    await (await openTestStoreAt(location)).close();
    const role = `half_${process.pid}`;
    const client = readTestClient();
    await client?.query(`CREATE ROLE ${role} LOGIN;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
      REVOKE ALL ON switched_providers FROM ${role}`);
    const withRole = { ...variables, DATABASE_URL: toServer(variables.DATABASE_URL, role) };

    const without = await findBad(withRole);
    await client?.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role};
      GRANT SELECT ON switched_providers TO ${role}`);
    const control = await findBad(withRole);
    await client?.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);

    expect(without).toMatch(
      /^wrong rights: This user may not use the sequences \w+, \w+, nor read switched_providers, so requests would fail\. Run GRANT USAGE ON SEQUENCE \w+, \w+ TO its role, and GRANT SELECT ON switched_providers TO its role\.$/,
    );
    expect(without).toContain('flow_changes_id_seq');
    expect(without).toContain('events_written_seq');
    expect(control).toBe('');
  });

  it('read-only, sorted in another way, and with tables of another version', async () => {
    const DATABASE_URL = toServer(await createBlankDatabase());
    const query = createQuery({ databaseUrl: DATABASE_URL, databaseFile: '' });
    await query(`CREATE TABLE applications (client_id text);
      UPDATE pg_database SET datcollversion = '1' WHERE datname = current_database();
      DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database());
      END $$`);

    const bad = await findBad({ DATABASE_URL, DATABASE_POOL_SIZE: '150' });

    expect(bad).toContain('wrong DATABASE_URL: The database is read-only');
    expect(bad).toContain('wrong tables: The database has tables of a development version');
    expect(bad).toContain('risk DATABASE_URL: The machine sorts text in another way');
    expect(bad).toContain('risk DATABASE_POOL_SIZE: A process may open 150');
  });

  it('says that a read replica does not answer, or is not a standby', async () => {
    const look = (url = '') => findBad({ DATABASE_READ_URL: url });

    expect(await look('postgres://user@127.0.0.1:1/none')).toContain(
      'risk DATABASE_READ_URL: The replica does not answer',
    );
    expect(await look(variables.DATABASE_URL)).toContain(
      'risk DATABASE_READ_URL: The database is not a standby',
    );
  });

  it.runIf(isPooled)('says that a pooler is between', async () => {
    const texts = (await examine(variables)).map(({ text }) => text);

    expect(texts).toContainEqual(expect.stringContaining('answers, through a pooler.'));
  });
});
