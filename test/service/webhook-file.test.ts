import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoreLocation } from '../../src/connect/service/store/open-database.ts';
import { createFolder, createTestDatabase, isPostgres } from './database.ts';
import { actAt, startOnNetwork } from './network.ts';
import { adminToken, testApplication } from './test-application.ts';
import { answerWith, createAdmin, type Receiver, startReceiver } from './webhook-world.ts';
import { readJson } from './world.ts';

/* The webhooks of an application in APPLICATIONS_FILE. */

let location: StoreLocation;
const grantKey = randomBytes(32).toString('base64');
const createSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Verifies the first request that a receiver got. */
const verify = ({ received: [first] }: Receiver, secret: unknown) =>
  new Webhook(String(secret)).verify(first?.body ?? '', first?.headers as Record<string, string>);

beforeEach(async () => {
  location = await createTestDatabase();
});

/** Starts a service whose test application has these webhooks. */
async function start(webhooks: unknown, environment: Readonly<Record<string, string>> = {}) {
  const file = join(createFolder(), 'applications.json');
  writeFileSync(file, JSON.stringify([{ ...testApplication, webhooks }]));
  const own = { ADMIN_TOKEN: adminToken, GRANT_KEY: grantKey, APPLICATIONS_FILE: file };
  const { url, close, localEvents } = await startOnNetwork(
    { ...own, ...environment },
    { location },
  );
  const acts = actAt(url);
  const admin = createAdmin(acts);
  return {
    close,
    admin,
    send: (path: string, body?: object) => readJson(admin.post(`webhooks/${path}`, body)),
    /** Sends a test event, and resolves when it is delivered. */
    async test(id: string | undefined) {
      await admin.test(String(id));
      await localEvents.deliver();
    },
    async list() {
      const { webhooks: listed } = await admin.get('webhooks');
      return listed as readonly { webhook_id: string; url: string; enabled: boolean }[];
    },
    /** The changes that the service has made itself, the oldest first. */
    async listOwnChanges(): Promise<readonly string[]> {
      const { entries } = await acts.admin.read('audit-log?limit=100');
      return (entries as { via: string; action: string }[])
        .filter(({ via }) => via === 'service')
        .map(({ action }) => action)
        .reverse();
    },
  };
}

it('get events with the signature of the file, also after its next change', async () => {
  const receiver = await startReceiver();
  const { url } = receiver;
  const [old, current] = [createSecret(), createSecret()];
  const first = await start([{ url, types: 'all', secret: old }]);
  const [webhook] = await first.list();
  await first.send(`${webhook?.webhook_id}/rotate`);
  await first.send(`${webhook?.webhook_id}/switch`, { enabled: false });
  await first.close();
  // Two services start with the new file.
  const types = ['connection.created'];
  const second = await start([{ url, types, secret: current }]);
  const third = await start([{ url, types, secret: current }]);
  const listed = await second.list();
  await second.test(webhook?.webhook_id);
  await Promise.all([second.close(), third.close()]);

  expect(listed).toEqual([expect.objectContaining({ ...webhook, url, types, enabled: true })]);
  expect(verify(receiver, current)).toMatchObject({ type: 'webhook.test' });
  expect(() => verify(receiver, old)).toThrow();
});

describe('a start with the same file', () => {
  it.each([
    ['an operator has switched off', 204, 'operator'],
    ['a 410 has switched off', 410, 'gone'],
  ] as const)('leaves off a webhook that %s', async (_, status, reason) => {
    const { url } = await startReceiver(answerWith(status));
    const [types, secret] = [['connection.created', 'session.finished'], createSecret()];
    const first = await start([{ url, types, secret }]);
    const [webhook] = await first.list();
    const path = `${webhook?.webhook_id}/switch`;
    await first.test(webhook?.webhook_id);
    if (reason === 'operator') await first.send(path, { enabled: false });
    const before = await first.listOwnChanges();
    await first.close();

    const second = await start([{ url, types: [...types].reverse(), secret }]);
    const [kept] = await second.list();
    const after = await second.listOwnChanges();
    await second.send(path, { enabled: true });
    const [control] = await second.list();
    await second.close();

    expect(kept).toMatchObject({ enabled: false, off_reason: reason });
    expect(after).toEqual(before);
    expect(control).toMatchObject({ enabled: true });
  });

  it.each([
    ['a secret that was rotated', undefined],
    ['a secret that was rotated, also when the file gets it', ['connection.created']],
  ])('keeps %s', async (_, newTypes) => {
    const receiver = await startReceiver();
    const { url } = receiver;
    const old = createSecret();
    const first = await start([{ url, types: 'all', secret: old }]);
    const [webhook] = await first.list();
    const rotated = await first.send(`${webhook?.webhook_id}/rotate`);
    await first.close();

    const secret = newTypes ? rotated.secret : old;
    const second = await start([{ url, types: newTypes ?? 'all', secret }]);
    const [kept] = await second.list();
    await second.test(webhook?.webhook_id);
    await second.close();

    expect(kept).toMatchObject({ old_secret_until: rotated.old_secret_until });
    for (const valid of [old, rotated.secret]) expect(verify(receiver, valid)).toBeDefined();
  });

  it('seals a secret again whose key was lost', async () => {
    const receiver = await startReceiver();
    const file = [{ url: receiver.url, types: 'all', secret: createSecret() }];
    await (await start(file)).close();

    const second = await start(file, { GRANT_KEY: randomBytes(32).toString('base64') });
    const [webhook] = await second.list();
    await second.test(webhook?.webhook_id);
    await second.close();

    expect(receiver.received).toHaveLength(1);
  });
});

it('are switched on by a change of the file, which is in the audit log once', async () => {
  const url = 'http://localhost:1/';
  const [secret, other] = [createSecret(), createSecret()];
  const first = await start([{ url, types: 'all', secret }]);
  const [webhook] = await first.list();
  const switchOff = ({ send }: typeof first) =>
    send(`${webhook?.webhook_id}/switch`, { enabled: false });
  await switchOff(first);
  await first.close();
  const newTypes = { url, types: ['connection.created'], secret };
  // SQLite is for one process, which may overlap with its successor.
  const startNext = () => start([newTypes]);
  const [service, successor] = isPostgres
    ? await Promise.all([startNext(), startNext()])
    : [await startNext(), await startNext()];
  const [withTypes] = await service.list();
  await switchOff(service);
  for (const one of [service, successor]) await one.close();
  const last = await start([{ ...newTypes, secret: other }]);
  const [withSecret] = await last.list();
  const changes = await last.listOwnChanges();
  await last.close();

  expect([withTypes, withSecret]).toMatchObject([{ enabled: true }, { enabled: true }]);
  expect(changes).toEqual(['webhook_added', 'webhook_changed', 'webhook_changed']);
});

it('that an operator has removed are added again, and sign with the secret of the file alone', async () => {
  const receiver = await startReceiver();
  const file = [{ url: receiver.url, types: 'all', secret: createSecret() }];
  const first = await start(file);
  const [webhook] = await first.list();
  const rotated = await first.send(`${webhook?.webhook_id}/rotate`);
  await first.send(`${webhook?.webhook_id}/remove`);
  await first.close();

  const second = await start(file);
  const [added] = await second.list();
  await second.test(added?.webhook_id);
  await second.close();

  expect(added).toMatchObject({ enabled: true, old_secret_until: null });
  expect(verify(receiver, file[0]?.secret)).toBeDefined();
  expect(() => verify(receiver, rotated.secret)).toThrow();
});

it('stay when the file does not name them', async () => {
  const [inFile, own] = ['http://localhost:1/a', 'http://localhost:1/b'];
  const first = await start([{ url: inFile, types: 'all', secret: createSecret() }]);
  await first.send('add', { url: own, types: 'all' });
  await first.close();
  const second = await start(undefined);
  const listed = await second.list();
  await second.close();

  expect(listed.map(({ url }) => url)).toEqual([inFile, own]);
});

it('come first: with them, at most 20 are on', async () => {
  const name = (count: number, path: string) =>
    Array.from({ length: count }, (_, index) => `http://localhost:1/${path}/${index}`);
  const inFile = (urls: readonly string[]) =>
    urls.map((url) => ({ url, types: 'all', secret: createSecret() }));
  const readOn = async ({ list }: Awaited<ReturnType<typeof start>>) =>
    (await list()).filter(({ enabled }) => enabled).map(({ url }) => url);
  const first = await start(inFile(name(1, 'file')));
  for (const url of name(19, 'own')) await first.send('add', { url, types: 'all' });
  const full = await readOn(first);
  await first.close();
  const second = await start(inFile(name(18, 'file')));
  const on = await readOn(second);
  const off = (await second.list()).find(({ enabled }) => !enabled);
  const added = await second.send('add', { url: 'http://localhost:1/', types: 'all' });
  const switched = await second.send(`${off?.webhook_id}/switch`, { enabled: true });
  const kept = (await second.list()).find(({ url }) => url.endsWith('/own/0'));
  await second.send(`${kept?.webhook_id}/switch`, { enabled: false });
  const control = await second.send(`${off?.webhook_id}/switch`, { enabled: true });
  const actions = await second.listOwnChanges();
  await second.close();

  expect(full).toHaveLength(20);
  // The oldest of the dashboard stay on.
  expect(new Set(on)).toEqual(new Set([...name(18, 'file'), ...name(2, 'own')]));
  expect([added.error, switched.error]).toEqual(['invalid_request', 'invalid_request']);
  expect(control).toEqual({ webhook_id: off?.webhook_id, enabled: true });
  expect(actions.filter((action) => action === 'webhook_switched_off')).toHaveLength(17);
});

it('are refused with a rule', async () => {
  const right = { url: 'http://localhost:1/', types: 'all', secret: createSecret() };
  const refuse = async (webhook: object, environment = {}) => {
    const started = await start([{ ...right, ...webhook }], environment).catch(
      (error: Error) => error.message,
    );
    if (typeof started === 'string') return started;
    await started.close();
    return 'started';
  };

  expect(await refuse({})).toBe('started');
  expect(await refuse({ secret: 'whsec_short' })).toMatch(
    /^APPLICATIONS_FILE: 0\.webhooks\.0\.secret is wrong \(must be whsec_ and at least 24 bytes/,
  );
  // Receivers in Python and Go could not decode it.
  expect(await refuse({ secret: right.secret.replace('=', '') })).toMatch(/secret is wrong/);
  expect(await refuse({ types: ['connection.gone'] })).toMatch(/webhooks\.0\.types/);
  expect(await refuse({ url: 'http://shop.example/' })).toMatch(
    /^The webhooks of test_app: url must be an https address/,
  );
  expect(await refuse({}, { PUBLIC_URL: 'https://connect.example', HOST: 'localhost' })).toMatch(
    /Only a test application of a local service/,
  );
  expect(await refuse({}, { GRANT_KEY: '' })).toMatch(/webhooks need GRANT_KEY/);
});
