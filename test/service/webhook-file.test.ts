import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { readConfig } from '../../src/connect/service/config.ts';
import { type RunningService, startService } from '../../src/connect/service/start-service.ts';
import type { StoreLocation } from '../../src/connect/service/store/open-database.ts';
import { createTestDatabase, isPostgres } from './database.ts';
import { adminToken, builtAssets, testApplication } from './harness.ts';
import { answerWith, startReceiver } from './webhook-world.ts';

/* The webhooks of an application in APPLICATIONS_FILE. */

let folder: string;
let location: StoreLocation;
const grantKey = randomBytes(32).toString('base64');
const createSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'connect-'));
  location = await createTestDatabase(join(folder, 'connect.sqlite'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function read(webhooks: unknown, environment: Readonly<Record<string, string>> = {}) {
  const file = join(folder, 'applications.json');
  writeFileSync(file, JSON.stringify([{ ...testApplication, webhooks }]));
  const own = { PORT: '0', ADMIN_TOKEN: adminToken, GRANT_KEY: grantKey, ...environment };
  return readConfig({ ...own, APPLICATIONS_FILE: file });
}

async function start(webhooks: unknown, environment: Readonly<Record<string, string>> = {}) {
  const log = createLogger('silent', { write() {} });
  const config = { ...read(webhooks, environment), ...location };
  return await startService(config, { log, assets: builtAssets });
}

async function ask({ url }: RunningService, path: string, body?: object) {
  const response = await fetch(`${url}/admin/applications/test_app/${path}`, {
    headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  return Object(await response.json());
}

const list = async (service: RunningService) =>
  (await ask(service, 'webhooks')).webhooks as readonly {
    webhook_id: string;
    url: string;
    enabled: boolean;
  }[];

it('get events with the signature of the file, also after its next change', async () => {
  const receiver = await startReceiver();
  const { url } = receiver;
  const [old, current] = [createSecret(), createSecret()];
  const first = await start([{ url, types: 'all', secret: old }]);
  const [webhook] = await list(first);
  await ask(first, `webhooks/${webhook?.webhook_id}/switch`, { enabled: false });
  await first.close();
  // Two services start with the new file.
  const types = ['connection.created'];
  const second = await start([{ url, types, secret: current }]);
  const third = await start([{ url, types, secret: current }]);
  const listed = await list(second);
  await ask(second, `webhooks/${webhook?.webhook_id}/test`, {});
  await second.localEvents.deliver();
  await Promise.all([second.close(), third.close()]);

  expect(listed).toEqual([expect.objectContaining({ ...webhook, url, types, enabled: true })]);
  const [received] = receiver.received;
  const headers = received?.headers as Record<string, string>;
  expect(new Webhook(current).verify(received?.body ?? '', headers)).toMatchObject({
    type: 'webhook.test',
  });
  expect(() => new Webhook(old).verify(received?.body ?? '', headers)).toThrow();
});

/** The changes that the service has made itself, the oldest first. */
async function listOwnChanges(service: RunningService): Promise<readonly string[]> {
  const { entries } = await ask(service, '../../audit-log?limit=100');
  return (entries as { via: string; action: string }[])
    .filter(({ via }) => via === 'service')
    .map(({ action }) => action)
    .reverse();
}

describe('a start with the same file', () => {
  it.each([
    ['an operator has switched off', 204, 'operator'],
    ['a 410 has switched off', 410, 'gone'],
  ] as const)('leaves off a webhook that %s', async (_, status, reason) => {
    const { url } = await startReceiver(answerWith(status));
    const file = [
      { url, types: ['connection.created', 'session.finished'], secret: createSecret() },
    ];
    const first = await start(file);
    const [webhook] = await list(first);
    const path = `webhooks/${webhook?.webhook_id}`;
    await ask(first, `${path}/test`, {});
    await first.localEvents.deliver();
    if (reason === 'operator') await ask(first, `${path}/switch`, { enabled: false });
    const before = await listOwnChanges(first);
    await first.close();

    const second = await start(
      file.map(({ types, ...one }) => ({ ...one, types: [...types].reverse() })),
    );
    const [kept] = await list(second);
    const after = await listOwnChanges(second);
    await ask(second, `${path}/switch`, { enabled: true });
    const [control] = await list(second);
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
    const [webhook] = await list(first);
    const rotated = await ask(first, `webhooks/${webhook?.webhook_id}/rotate`, {});
    await first.close();

    const secret = newTypes ? rotated.secret : old;
    const second = await start([{ url, types: newTypes ?? 'all', secret }]);
    const [kept] = await list(second);
    await ask(second, `webhooks/${webhook?.webhook_id}/test`, {});
    await second.localEvents.deliver();
    await second.close();

    expect(kept).toMatchObject({ old_secret_until: rotated.old_secret_until });
    const [{ body = '', headers = {} } = {}] = receiver.received;
    for (const valid of [old, rotated.secret])
      expect(new Webhook(valid).verify(body, headers as Record<string, string>)).toBeDefined();
  });

  it('seals a secret again whose key was lost', async () => {
    const receiver = await startReceiver();
    const file = [{ url: receiver.url, types: 'all', secret: createSecret() }];
    await (await start(file)).close();

    const second = await start(file, { GRANT_KEY: randomBytes(32).toString('base64') });
    const [webhook] = await list(second);
    await ask(second, `webhooks/${webhook?.webhook_id}/test`, {});
    await second.localEvents.deliver();
    await second.close();

    expect(receiver.received).toHaveLength(1);
  });
});

it('are switched on by a change of the file, which is in the audit log once', async () => {
  const url = 'http://localhost:1/';
  const [secret, other] = [createSecret(), createSecret()];
  const first = await start([{ url, types: 'all', secret }]);
  const [webhook] = await list(first);
  const switchOff = (service: RunningService) =>
    ask(service, `webhooks/${webhook?.webhook_id}/switch`, { enabled: false });
  await switchOff(first);
  await first.close();
  const newTypes = { url, types: ['connection.created'], secret };
  // SQLite is for one process, which may overlap with its successor.
  const starts = [() => start([newTypes]), () => start([newTypes])] as const;
  const both = isPostgres
    ? await Promise.all(starts.map((one) => one()))
    : [await starts[0](), await starts[1]()];
  const [service] = both as [RunningService];
  const [withTypes] = await list(service);
  await switchOff(service);
  for (const one of both) await one.close();
  const last = await start([{ ...newTypes, secret: other }]);
  const [withSecret] = await list(last);
  const changes = await listOwnChanges(last);
  await last.close();

  expect([withTypes, withSecret]).toMatchObject([{ enabled: true }, { enabled: true }]);
  expect(changes).toEqual(['webhook_added', 'webhook_changed', 'webhook_changed']);
});

it('stay when the file does not name them', async () => {
  const first = await start([
    { url: 'http://localhost:1/a', types: 'all', secret: createSecret() },
  ]);
  await ask(first, 'webhooks/add', { url: 'http://localhost:1/b', types: 'all' });
  await first.close();
  const second = await start(undefined);
  const listed = await list(second);
  await second.close();

  expect(listed.map(({ url }) => url)).toEqual(['http://localhost:1/a', 'http://localhost:1/b']);
});

it('come first: with them, at most 20 are on', async () => {
  const name = (count: number, path: string) =>
    Array.from({ length: count }, (_, index) => `http://localhost:1/${path}/${index}`);
  const inFile = (urls: readonly string[]) =>
    urls.map((url) => ({ url, types: 'all', secret: createSecret() }));
  const readOn = async (service: RunningService) =>
    (await list(service)).filter(({ enabled }) => enabled).map(({ url }) => url);
  const first = await start(inFile(name(1, 'file')));
  for (const url of name(19, 'own')) await ask(first, 'webhooks/add', { url, types: 'all' });
  const full = await readOn(first);
  await first.close();
  const second = await start(inFile(name(18, 'file')));
  const on = await readOn(second);
  const off = (await list(second)).find(({ enabled }) => !enabled);
  const added = await ask(second, 'webhooks/add', { url: 'http://localhost:1/', types: 'all' });
  const switched = await ask(second, `webhooks/${off?.webhook_id}/switch`, { enabled: true });
  const kept = (await list(second)).find(({ url }) => url.endsWith('/own/0'));
  await ask(second, `webhooks/${kept?.webhook_id}/switch`, { enabled: false });
  const control = await ask(second, `webhooks/${off?.webhook_id}/switch`, { enabled: true });
  const { entries } = await ask(second, '../../audit-log');
  await second.close();

  expect(full).toHaveLength(20);
  // The oldest of the dashboard stay on.
  expect(new Set(on)).toEqual(new Set([...name(18, 'file'), ...name(2, 'own')]));
  expect([added.error, switched.error]).toEqual(['invalid_request', 'invalid_request']);
  expect(control).toEqual({ webhook_id: off?.webhook_id, enabled: true });
  const byService = (entries as { via: string; action: string }[]).filter(
    ({ via }) => via === 'service',
  );
  const actions = byService.map(({ action }) => action);
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
  expect(await refuse({ types: ['connection.gone'] })).toMatch(/webhooks\.0\.types/);
  expect(await refuse({ url: 'http://shop.example/' })).toMatch(
    /^The webhooks of test_app: url must be an https address/,
  );
  expect(await refuse({}, { PUBLIC_URL: 'https://connect.example', HOST: 'localhost' })).toMatch(
    /Only a test application of a local service/,
  );
  expect(await refuse({}, { GRANT_KEY: '' })).toMatch(/webhooks need GRANT_KEY/);
});
