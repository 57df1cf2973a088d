import { beforeEach, describe, expect, it } from 'vitest';
import { createOperator, dashboardPassword } from './dashboard-harness.ts';
import { createTestService, oneProxy, type ServiceOptions, type TestService } from './harness.ts';
import { createPng } from './images.ts';
import { type credentials, day, start } from './test-application.ts';
import { asAdmin, type Json, readJson, readPages } from './world.ts';

const behindProxy = {
  config: { trustedProxies: oneProxy, identityHeader: 'X-Forwarded-Email' },
};

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

interface Entry {
  readonly who: string;
  readonly via: string;
  readonly action: string;
  readonly application: string;
  readonly detail: string | null;
}

async function read(parameters: Record<string, string> = {}) {
  const list = await service.admin.read(`audit-log?${new URLSearchParams(parameters)}`);
  return list as { entries: readonly Entry[]; next: string | null };
}

const readActions = async () => (await read()).entries.map(({ action }) => action);

const post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  service.post(`/admin/applications${path}`, body, { ...asAdmin, ...headers });

const change = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  post(`/test_app/${path}`, body, headers);

const origin = (name: string) => ({ origin: `https://${name}.example` });

describe('the log of changes', () => {
  it('has every kind of change, in order, and outlives the application', async () => {
    await change('origins/add', origin('of-another-application'));
    const registered = await post('', { name: 'Shop', environment: 'test' });
    const own = (await readJson(registered)) as typeof credentials & Json;
    const { client_id } = own;
    const { accountId: account_id } = await service.connectSandbox(own);
    const redirect_uri = 'https://shop.io/callback?tenant=secret';
    const steps: readonly (readonly [string, object])[] = [
      ['rename', { name: 'Corner Shop' }],
      ['submission-limit', { submission_limit: 7 }],
      ['token-days', { token_days: 1 }],
      ['token-days', { token_days: null }],
      ['consent-terms', { purpose: 'To help.' }],
      ['consent-terms', { consent_days: 30 }],
      ['logo', { logo: createPng(64).toString('base64') }],
      ['logo', { logo: null }],
      ['redirect-uris/add', { redirect_uri }],
      ['redirect-uris/remove', { redirect_uri }],
      ['origins/add', origin('a')],
      ['origins/remove', origin('a')],
      ['secrets/rotate', {}],
      ['secrets/end-old', {}],
      ['accounts/disconnect', { account_id }],
      ['delete', { name: 'Corner Shop' }],
    ];
    for (const [path, body] of steps) {
      const { status } = await post(`/${client_id}/${path}`, body);
      expect(status, path).toBe(200);
    }

    const { entries } = await read({ client_id });

    const shown = entries.map(({ action, application, detail }) => [action, application, detail]);
    expect(shown.reverse()).toEqual([
      ['application_registered', 'Shop', 'test'],
      ['application_renamed', 'Shop', 'Corner Shop'],
      ['submission_limit_set', 'Corner Shop', '7'],
      ['token_days_set', 'Corner Shop', '1'],
      ['token_days_set', 'Corner Shop', null],
      ['consent_terms_set', 'Corner Shop', 'To help. · no privacy policy URL · no end'],
      ['consent_terms_set', 'Corner Shop', 'To help. · no privacy policy URL · ends after 30 days'],
      ['logo_set', 'Corner Shop', '64 × 64 pixels, PNG'],
      ['logo_removed', 'Corner Shop', null],
      ['redirect_uri_added', 'Corner Shop', 'https://shop.io/callback'],
      ['redirect_uri_removed', 'Corner Shop', 'https://shop.io/callback'],
      ['origin_added', 'Corner Shop', 'https://a.example'],
      ['origin_removed', 'Corner Shop', 'https://a.example'],
      ['secret_rotated', 'Corner Shop', null],
      ['old_secrets_ended', 'Corner Shop', null],
      ['account_disconnected', 'Corner Shop', account_id],
      ['application_deleted', 'Corner Shop', null],
    ]);
    expect(service.readLog()).not.toContain('tenant=secret');
  });

  it('omits refused requests, and requests that changed nothing', async () => {
    await change('origins/add', { origin: 'http://shop.io' });
    await change('origins/remove', origin('unknown'));
    await change('rename', { name: 'Test <App>' });
    await change('secrets/end-old');
    await change('delete', { name: 'Another name' });
    await change('accounts/disconnect', { account_id: 'account_unknown' });
    await change('submission-limit', { submission_limit: null });
    await change('token-days', { token_days: null });
    await change('consent-terms', { purpose: null });
    await change('origins/add', origin('a'));
    await change('origins/add', origin('a'));

    expect(await readActions()).toEqual(['origin_added']);
  });

  it('is read in pages, newest first, each change once, of one application or all', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) {
      await change('origins/add', origin(name));
      await post('/live_app/rename', { name });
    }

    const readAll = async (client_id: string) => {
      const pages = await readPages((after) => read({ client_id, limit: '2', after }));
      return pages.flatMap(({ entries }) => entries.map(({ detail }) => detail));
    };
    const newestFirst = names.reverse();
    const own = newestFirst.map((name) => origin(name).origin);
    expect(await readAll('test_app')).toEqual(own);
    expect(await readAll('')).toEqual(newestFirst.flatMap((name, at) => [name, own[at]]));
  });

  it('keeps a change for a year', async () => {
    await change('origins/add', origin('a'));

    await service.store.purge(start + 365 * day);
    const before = await readActions();
    await service.store.purge(start + 365 * day + 1);

    expect([before, await readActions()]).toEqual([['origin_added'], []]);
  });
});

describe('the header of a trusted proxy', () => {
  const whoChanged = async (headers: Record<string, string>) => {
    await change('origins/add', origin('a'), headers);
    await change('origins/remove', origin('a'));
    return (await read()).entries[1]?.who;
  };

  it('names the person of a change, at the dashboard and the admin API', async () => {
    const operator = await createOperator(behindProxy);
    ({ service } = operator);
    const headers = { 'X-Forwarded-Email': 'ada@shop.example' };
    await operator.post('applications/test_app/origins/add', origin('a'), headers);
    service.advance(1000);
    await change('origins/remove', origin('a'), headers);
    await operator.post('applications/test_app/origins/add', origin('a'));

    const { entries, next } = await read();

    expect(next).toBeNull();
    expect(entries).toEqual([
      expect.objectContaining({ via: 'dashboard', who: 'dashboard' }),
      {
        id: expect.any(String),
        changed_at: start + 1000,
        who: 'ada@shop.example',
        via: 'admin_api',
        key: null,
        action: 'origin_removed',
        client_id: 'test_app',
        application: 'Test <App>',
        detail: 'https://a.example',
      },
      expect.objectContaining({ via: 'dashboard', who: 'ada@shop.example', changed_at: start }),
    ]);
  });

  it('may contain a name in any script', async () => {
    service = await createTestService(behindProxy);
    const name = Buffer.from('Zoë Ōta').toString('latin1');

    expect(await whoChanged({ 'X-Forwarded-Email': name })).toBe('Zoë Ōta');
  });

  const email = (text: string) => ({ 'X-Forwarded-Email': text });
  const withoutProxy = { config: { identityHeader: 'X-Forwarded-Email' } };
  const withoutHeader = { config: { trustedProxies: oneProxy } };

  it.each<readonly [string, Record<string, string>, ServiceOptions]>([
    ['is not set', {}, behindProxy],
    ['is empty', email(' '), behindProxy],
    ['comes after a header of the client', email('eve@x.example, ada@x.example'), behindProxy],
    ['is too long', email('a'.repeat(201)), behindProxy],
    ['is another header', { 'X-Forwarded-User': 'ada@shop.example' }, behindProxy],
    ['is sent to a service without TRUST_PROXY', email('ada@shop.example'), withoutProxy],
    ['is sent to a service without IDENTITY_HEADER', email('ada@shop.example'), withoutHeader],
  ])('names no person when it %s', { tags: ['threat-44'] }, async (_, headers, options) => {
    service = await createTestService(options);

    expect(await whoChanged(headers)).toBe('admin token');
  });

  it('gives no access without a sign-in', async () => {
    service = await createTestService({ ...behindProxy, dashboardPassword });
    const headers = { 'X-Forwarded-Email': 'ada@shop.example' };

    const dashboard = await service.get('/dashboard/api/applications', headers);
    const admin = await service.get('/admin/applications', headers);

    expect([dashboard.status, admin.status]).toEqual([401, 401]);
  });
});
