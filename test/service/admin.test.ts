import { describe, expect, it } from 'vitest';
import { type Scope, scopes } from '../../src/connect/shapes/unions.ts';
import { createTestService, useService } from './harness.ts';
import { adminToken, day, start } from './test-application.ts';
import { bearer, readError, readJson } from './world.ts';

const service = useService();

describe('the admin API', () => {
  it('tells strangers nothing about unknown addresses', { tags: ['threat-44'] }, async () => {
    const refused = await service.get('/admin/nothing', bearer('wrong'));

    expect(await readError(refused)).toEqual([401, 'invalid_token']);
    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    expect((await service.admin.get('nothing')).status).toBe(404);
  });

  it('does not exist without ADMIN_TOKEN: its addresses answer 404', async () => {
    const plain = await createTestService({ config: { adminToken: undefined } });

    for (const token of ['', 'undefined', adminToken]) {
      const absent = await plain.get('/admin/applications', bearer(token));
      const unknown = await plain.get('/nowhere', bearer(token));
      expect([absent.status, await absent.text()]).toEqual([404, await unknown.text()]);
    }
  });
});

interface Key {
  readonly key_id: string;
  readonly secret: string;
}

const ask = (path: string, token: string) => service.get(`/admin/${path}`, bearer(token));

const post = (path: string, token: string, body: object = {}) =>
  service.post(`/admin/${path}`, body, bearer(token));

async function create(name: string, ...held: readonly Scope[]): Promise<Key> {
  const response = await post('keys', adminToken, { name, scopes: held });
  expect(response.status).toBe(201);
  return (await response.json()) as Key;
}

async function list() {
  const { keys } = (await (await ask('keys', adminToken)).json()) as {
    keys: readonly Record<string, unknown>[];
  };
  return keys;
}

describe('an admin key', () => {
  it('is listed without its secret, with its last use to the minute', async () => {
    const { key_id, secret } = await create('Reports', 'audit:read', 'applications:read');
    const created_at = 1_700_000_000_000;
    service.advance(10_000);
    await ask('applications', secret);
    service.advance(59_000);
    await ask('applications', secret);
    const within = await list();
    service.advance(1000);
    await ask('applications', secret);
    const after = await list();
    service.advance(-120_000);
    await ask('applications', secret);
    const setBack = await list();

    const key = { key_id, name: 'Reports', created_at, ended_at: null };
    const held = ['applications:read', 'audit:read'];
    expect(within).toEqual([{ ...key, scopes: held, last_used_at: created_at + 10_000 }]);
    expect(after).toEqual([{ ...key, scopes: held, last_used_at: created_at + 70_000 }]);
    expect(setBack).toMatchObject([{ last_used_at: created_at - 50_000 }]);
    expect(JSON.stringify(after)).not.toContain(secret);
    expect(service.readLog()).not.toContain(secret);
  });

  it('ends at once, also for itself, and stays listed', { tags: ['threat-61'] }, async () => {
    const { key_id, secret } = await create('Everything', ...scopes);

    const ended = await post(`keys/${key_id}/end`, secret);
    const refused = await ask('applications', secret);
    const again = await post(`keys/${key_id}/end`, adminToken);
    const control = await ask('applications', adminToken);

    expect(await readJson(ended)).toEqual({ ended: key_id });
    expect(await readError(refused)).toEqual([401, 'invalid_token']);
    expect(await readError(again)).toEqual([404, 'not_found']);
    expect(control.status).toBe(200);
    expect(await list()).toMatchObject([{ key_id, ended_at: 1_700_000_000_000 }]);
  });

  it('stays until it is ended, and is listed for a year after that', async () => {
    const live = await create('Reports', 'audit:read');
    const ended = await create('Deploys', 'applications:write');
    service.advance(day);
    await post(`keys/${ended.key_id}/end`, adminToken);
    const listAt = async (time: number) => {
      await service.store.purge(time);
      return (await list()).map(({ key_id }) => key_id);
    };

    expect(await listAt(start + 366 * day)).toEqual([ended.key_id, live.key_id]);
    expect(await listAt(start + 366 * day + 1)).toEqual([live.key_id]);
    expect((await ask('keys', live.secret)).status).toBe(200);
  });

  it('is named in the audit log, with its ID and without its secret', async () => {
    const { key_id, secret } = await create('Deploys', 'applications:write', 'applications:read');
    await post('applications/test_app/rename', secret, { name: 'Shop' });
    await post(`keys/${key_id}/end`, adminToken);

    const text = await (await ask('audit-log', adminToken)).text();
    const { entries } = JSON.parse(text) as { entries: readonly object[] };

    expect(entries).toMatchObject([
      { who: 'admin token', action: 'admin_key_ended', detail: `Deploys (${key_id})`, key: null },
      { who: 'Deploys', action: 'application_renamed', key: { key_id, name: 'Deploys' } },
      {
        who: 'admin token',
        action: 'admin_key_created',
        client_id: null,
        detail: `Deploys (${key_id}): applications:read applications:write`,
      },
    ]);
    expect(text).not.toContain(secret);
  });

  it('works without ADMIN_TOKEN, and the last one that ends takes the admin API with it', async () => {
    const { key_id, secret } = await create('Only', ...scopes);
    const { store } = service;
    const { get, post } = await createTestService({ store, config: { adminToken: undefined } });
    const list = (token: string) => get('/admin/applications', bearer(token));

    const refused = await list(adminToken);
    const read = await list(secret);
    await post(`/admin/keys/${key_id}/end`, {}, bearer(secret));
    const absent = await list(secret);

    expect([refused.status, read.status, absent.status]).toEqual([401, 200, 404]);
  });

  it.each([
    ['no scope', { name: 'A', scopes: [] }],
    ['an unknown scope', { name: 'A', scopes: ['everything'] }],
    ['an empty name', { name: ' ', scopes: ['audit:read'] }],
    ['an invisible name', { name: '\u202e', scopes: ['audit:read'] }],
    ['a long name', { name: 'a'.repeat(81), scopes: ['audit:read'] }],
  ])('is not created with %s', async (_, body) => {
    expect(await readError(post('keys', adminToken, body))).toEqual([400, 'invalid_request']);
    expect(await list()).toEqual([]);
  });
});
