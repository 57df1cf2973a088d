import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CredentialProvider, LoginOutcome } from 'tax-connect/providers';
import { expect, it } from 'vitest';
import { createGrantSeal } from '../../src/connect/service/basics/grant-seal.ts';
import { openSecrets, sealSecret } from '../../src/connect/service/events/webhook-secret.ts';
import { createMetrics } from '../../src/connect/service/http/metrics.ts';
import { createProviderRegistry } from '../../src/connect/service/providers/registry.ts';
import { moveValues, reseal } from '../../src/connect/service/reseal/reseal.ts';
import {
  type SealedValueStore,
  sealedColumns,
} from '../../src/connect/service/reseal/sealed-values.ts';
import { showKeys } from '../../src/connect/service/reseal/show-keys.ts';
import { migrations } from '../../src/connect/service/store/migrations/migrations.ts';
import { listStatements } from '../../src/connect/service/store/postgres/postgres-work.ts';
import { openTestStore } from './database.ts';
import { createTestService, type TestService } from './harness.ts';
import { fakeSite } from './plugin-service.ts';
import { connect, createProvider } from './record-provider.ts';
import { live } from './test-application.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const onlyOld = createGrantSeal([oldKey]);
const both = createGrantSeal([newKey, oldKey]);
const onlyNew = createGrantSeal([newKey]);
const [newName = '', oldName = ''] = both.keyNames;

/** A provider that asks the person `asked` a question. */
function createAskingProvider() {
  const { plugin, state } = createProvider();
  const asking = {
    ...plugin,
    async begin(fields: { readonly username?: string }): Promise<LoginOutcome> {
      if (fields.username !== 'asked') return await plugin.begin(fields);
      return { status: 'challenge', kind: 'code', prompt: 'Say it', state: 'asked' };
    },
    answer: async ({ state: username }) => await plugin.begin({ username: String(username) }),
  } satisfies CredentialProvider;
  return { plugin: asking, state };
}

/** A provider at whose site the person signs in. */
const site = { ...fakeSite, info: { ...fakeSite.info, id: 'site' } };

/** A provider, and a database whose processes have these keys. */
async function createWorld() {
  const store = await openTestStore();
  const { plugin, state } = createAskingProvider();
  const serve = (seal: typeof both) =>
    createTestService({
      store,
      applications: [live],
      providers: createProviderRegistry({ simulated: [], loaded: [plugin, site], seal }),
    });
  return { store, plugin, state, serve };
}

const startAt = (service: TestService, username: string) =>
  service.signIn({ application: live, providerId: 'fake', username });

/** Reads records with a grant that must be renewed first. */
const readAfterRenewal = async (service: TestService, code: string) =>
  (await (await service.finish(code, live)).get('/records')).status;

it('everything that the old key sealed opens with the new one alone', async () => {
  const { store, plugin, state, serve } = await createWorld();
  const before = await serve(onlyOld);
  const account = await connect(before, 'account');
  const code = await (await startAt(before, 'code')).allow();
  const [atConsent, atQuestion] = [await startAt(before, 'flow'), await startAt(before, 'asked')];
  const atSite = await before.startAt('site');
  const { state: siteState } = await atSite.leaveForSite();
  const givenUp = await startAt(before, 'given up');
  await givenUp.send('consent', { decision: 'deny' });
  const sealed_secret = sealSecret(onlyOld, 'wh_1', 'secret');
  const webhook = { webhook_id: 'wh_1', client_id: 'live_app', url: 'https://app.example/hooks' };
  await store.webhooks.add({ ...webhook, types: 'all', sealed_secret, created_at: 1 });
  const counted = await store.sealedValues.countKeys();

  const moved = await moveValues(store.sealedValues, both);
  const again = await moveValues(store.sealedValues, both);

  expect([moved, again]).toEqual([counted.get(oldName), 0]);
  expect(await store.sealedValues.countKeys()).toEqual(new Map([[newName, moved]]));
  const after = await serve(onlyNew);
  state.valid = 2;
  const question = after.createFlow(atQuestion.token);
  await question.send('answer', { answer: '1' });
  expect((await after.asOwner(account.token).get('/records')).status).toBe(200);
  const consent = after.createFlow(atConsent.token);
  for (const next of [code, await consent.allow(), await question.allow()]) {
    expect(await readAfterRenewal(after, next)).toBe(200);
  }
  const back = after.createFlow(atSite.token).comeBack(`code=1&state=${siteState}`);
  expect((await back).status).toBe(200);
  await after.revokeDue();
  expect(plugin.revoke).toHaveBeenCalledTimes(1);
  const secrets = sealedColumns.find(({ column }) => column === 'sealed_secret');
  const [row] = secrets ? await store.sealedValues.list(secrets, '', 1) : [];
  const stored = { webhook_id: 'wh_1', sealed_secret: row?.sealed ?? '' };
  const none = { old_sealed_secret: null, old_secret_until: null };
  expect(openSecrets(onlyNew, { ...stored, ...none }, 1)).toEqual(['secret']);
});

it('a grant that is renewed meanwhile stays the renewed one', async () => {
  const { store, state, serve } = await createWorld();
  const service = await serve(both);
  const { token } = await connect(await serve(onlyOld));
  const read = async () => (await service.asOwner(token).get('/records')).status;
  const values: SealedValueStore = {
    ...store.sealedValues,
    async replace(column, moves) {
      state.valid = 2;
      await read();
      return await store.sealedValues.replace(column, moves);
    },
  };

  const moved = await moveValues(values, both);

  expect(await read()).toBe(200);
  // The first read has renewed the grant. The second one finds that grant.
  expect(state.refreshes).toBe(1);
  expect(moved).toBe(0);
  expect(await store.sealedValues.countKeys()).toEqual(new Map([[newName, 1]]));
});

it('stopped in the middle, it goes on where it was, and every account works all the time', async () => {
  const { store, state, serve } = await createWorld();
  const old = await serve(onlyOld);
  const readers = [await connect(old, 'one'), await connect(old, 'two')];
  const code = await (await startAt(old, 'three')).allow();
  let batches = 0;
  const stopping: SealedValueStore = {
    ...store.sealedValues,
    async replace(column, moves) {
      batches += 1;
      if (batches > 1) throw new Error('stopped');
      return await store.sealedValues.replace(column, moves);
    },
  };

  await expect(moveValues(stopping, both)).rejects.toThrow('stopped');
  const halfway = await store.sealedValues.countKeys();
  const service = await serve(both);
  for (const { token } of readers) {
    expect((await service.asOwner(token).get('/records')).status).toBe(200);
  }
  const rest = await moveValues(store.sealedValues, both);

  expect(Object.fromEntries(halfway)).toEqual({ [newName]: 2, [oldName]: 1 });
  expect(rest).toBe(1);
  state.valid = 2;
  expect(await readAfterRenewal(await serve(onlyNew), code)).toBe(200);
});

it('ends although a process still seals with the old key, and counts what is left', async () => {
  const { store, serve } = await createWorld();
  await connect(await serve(onlyOld));
  const values: SealedValueStore = {
    ...store.sealedValues,
    async replace(column, moves) {
      const moved = await store.sealedValues.replace(column, moves);
      const back = moves.map(({ key, from, to }) => ({ key, from: to, to: from }));
      await store.sealedValues.replace(column, back);
      return moved;
    },
  };

  expect(await moveValues(values, both)).toBeGreaterThan(1);
  expect(await store.sealedValues.countKeys()).toEqual(new Map([[oldName, 1]]));
});

it('a value of a key that is missing stays, and is counted', async () => {
  const { store, serve } = await createWorld();
  await connect(await serve(onlyOld));
  const metrics = createMetrics();

  const moved = await moveValues(store.sealedValues, onlyNew);
  await showKeys({ store, metrics, seal: onlyNew });

  expect(moved).toBe(0);
  const { text } = await metrics.render();
  expect(text).toContain('connect_sealed_values{key="missing"} 1\n');
  expect(text).toContain('connect_sealed_values{key="first"} 0\n');
  for (const key of [oldKey, newKey]) expect(text).not.toContain(key.toString('base64'));
});

it('goes on after a batch that has a row without a value', async () => {
  const owner = ['live_app', 'fake', 'person'];
  const sealed = onlyOld.seal('value', JSON.stringify(['grant', ...owner]));
  const rows = Array.from({ length: 450 }, (_, n) => ({
    ...{ key: `id_${1000 + n}`, owner },
    sealed: n % 200 === 7 ? '' : sealed,
  }));
  const values: SealedValueStore = {
    countKeys: async () => new Map(),
    list: async ({ table }, after, count) =>
      table === 'accounts' ? rows.filter(({ key }) => key > after).slice(0, count) : [],
    async replace(_, moves) {
      for (const { key, to } of moves) {
        const row = rows.find((one) => one.key === key);
        if (row) row.sealed = to;
      }
      return moves.length;
    },
  };

  expect(await moveValues(values, both)).toBe(447);
});

it('refuses to run without a key and without a database, and creates none', async () => {
  const folder = join(tmpdir(), `reseal-${randomBytes(8).toString('hex')}`);
  const key = newKey.toString('base64');

  await expect(reseal({ DATA_DIR: folder })).rejects.toThrow('GRANT_KEY is not set');
  await expect(reseal({ DATA_DIR: folder, GRANT_KEY: key })).rejects.toThrow(
    'there is no database',
  );

  expect(existsSync(folder)).toBe(false);
});

it('knows every sealed column of the tables', () => {
  const statements = migrations.flatMap(({ postgres }) => listStatements(postgres));
  const found = statements.flatMap((statement) => {
    const [, table] = /^(?:CREATE|ALTER) TABLE (\w+)/.exec(statement) ?? [];
    if (table === undefined) return [];
    return [...statement.matchAll(/(?:^\s+|ADD COLUMN )(\w*sealed\w*) /gm)].map(
      ([, column]) => `${table}.${column}`,
    );
  });
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(found.sort()).toEqual(known.sort());
});
