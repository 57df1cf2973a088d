import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { toFirstId } from '../../src/connect/service/store/sortable-id.ts';
import { createConsentWorld } from './consent-world.ts';
import { isPostgres, openQueriedStore, type Query } from './database.ts';
import { createTestService, type TestService } from './harness.ts';
import { credentials, day, introspectionSecret, live, start } from './test-application.ts';
import { basic, inTurn, readError, readJson, readStatus, type TestFlow } from './world.ts';

const terms = {
  purpose: 'To work out your loan.',
  privacy_url: 'https://app.example/privacy',
};
const { client_id } = live;

let service: TestService;
/** The grants that the provider was asked to revoke. */
let revoked: readonly string[];
/** Runs a statement in the service's database, as a person with access to it can. */
let runSql: Query;

beforeEach(async () => {
  const { store, query } = await openQueriedStore();
  runSql = query;
  const world = await createConsentWorld({
    store,
    // The database's own clock is years ahead of the harness's.
    config: { introspectionSecret, consentKeepYears: 20 },
    consentDays: 1,
    terms,
  });
  ({ service } = world);
  ({ revoked } = world.provider);
});

const signIn = (username = 'pat', session: string | null = null) =>
  service.signIn({ application: live, providerId: 'fake', username, session });

const shown = { locale: 'en', text: 'Share with App?\nWhat: Your tax returns' };

const pressAllow = (flow: TestFlow, decision: object = shown) =>
  flow.send('consent', { decision: 'allow', ...decision });

/** Signs in and allows access. */
const allow = async (username = 'pat', decision: object = shown) =>
  readJson(pressAllow(await signIn(username), decision));

const exchange = (code: unknown) => service.finish(code, live);

const connect = async (username?: string) => await exchange((await allow(username)).code);

async function listConsents(query = '', of = client_id) {
  const answer = await service.admin.get(`applications/${of}/consents${query}`);
  const { consents, next } = await readJson(answer);
  return { status: answer.status, consents: consents as Record<string, unknown>[], next };
}

const change = (action: string, body: object) =>
  service.admin.post(`applications/${client_id}/${action}`, body);

/** The columns of a consent that planted ones have, too. */
const copied = 'client_id, application, environment, provider_id, provider, shares';

describe('the record of a consent', () => {
  it('has what was shown, and is read by the operator and by the application', async () => {
    const { read, accountId } = await connect();

    const { consents, next } = await listConsents();

    expect(next).toBeNull();
    expect(consents).toEqual([
      {
        consent_id: expect.stringMatching(/^consent_[0-9a-f]{32}$/),
        client_id,
        application: live.name,
        environment: 'live',
        provider_id: 'fake',
        provider: 'Fake Tax',
        account_id: accountId,
        shares: ['returns', 'forms'],
        purpose: terms.purpose,
        purpose_locale: null,
        privacy_url: terms.privacy_url,
        locale: 'en',
        text_hash: createHash('sha256').update(shown.text).digest('hex'),
        granted_at: start,
        expires_at: start + day,
        ended: null,
      },
    ]);
    const [{ client_id: _, environment: __, ended: ___, ...own } = {}] = consents;
    expect(await read('/account/consent')).toEqual({
      ...own,
      granted_at: new Date(start).toISOString(),
      expires_at: new Date(start + day).toISOString(),
    });
    expect(JSON.stringify(consents)).not.toContain('pat');
  });

  it('has the purpose in the language that was shown, and that of all others without a language', async () => {
    const purpose = { default: 'To help.', de: 'Um zu helfen.' };
    await change('consent-terms', { purpose });

    for (const locale of ['de', 'pt-BR', 'zh-Hans', 'ar']) {
      await allow(`pat-${locale}`, { ...shown, locale });
      const expected =
        locale === 'de'
          ? { locale, purpose: purpose.de, purpose_locale: locale }
          : { locale, purpose: purpose.default, purpose_locale: null };
      expect((await listConsents('?limit=1')).consents).toMatchObject([expected]);
      service.advance(1);
    }
  });

  it('is written with the code, exchanged or not, and never when access is denied', async () => {
    const flow = await signIn();
    await flow.send('consent', { decision: 'deny' });
    expect((await listConsents()).consents).toEqual([]);

    const { code } = await allow();
    const { consents } = await listConsents();
    const { accountId } = await exchange(code);

    expect(consents).toMatchObject([{ account_id: accountId }]);
  });

  it('has the terms that were shown, also when they have changed before Allow', async () => {
    const flow = await signIn();
    await change('consent-terms', { purpose: 'Another one.', consent_days: null });
    await change('rename', { name: 'Renamed' });
    await pressAllow(flow, {});

    const { consents } = await listConsents();

    const { purpose } = terms;
    const expected = { application: 'Renamed', purpose, locale: null, text_hash: null };
    expect(consents).toMatchObject([{ ...expected, expires_at: start + day }]);
  });

  it.each([
    ['an unknown language', { ...shown, locale: 'xx-evil' }],
    ['a language that the page does not have', { ...shown, locale: 'it' }],
    ['an empty text', { ...shown, text: '' }],
    ['a control character', { ...shown, text: 'Share\u001b[2Jwith App?' }],
    ['a longer text', { ...shown, text: 'x'.repeat(4001) }],
  ])('is not written for %s, which no page shows', async (_, decision) => {
    const flow = await signIn();
    expect(await readError(pressAllow(flow, decision))).toEqual([400, 'invalid_request']);
    expect((await listConsents()).consents).toEqual([]);

    expect(await readStatus(pressAllow(flow))).toBe(200);
  });

  it('stays after a disconnection, and after the deletion of its application', async () => {
    const { token } = await connect();
    const { consents } = await listConsents();
    await service.disconnect(token);
    await change('delete', { name: live.name });
    await service.store.purgeDeleted();
    await service.store.purge(start + 1000 * day);

    const ended = { how: 'application_deleted', at: null, by: null };
    expect((await listConsents()).consents).toEqual(consents.map((one) => ({ ...one, ended })));
  });

  it.each([
    ['change', "UPDATE consents SET purpose = 'Another one.'"],
    ['deletion', 'DELETE FROM consents'],
    // TRUNCATE is PostgreSQL's, and a replacement SQLite's.
    [
      'change of all rows',
      isPostgres ? 'TRUNCATE consents' : 'INSERT OR REPLACE INTO consents SELECT * FROM consents',
    ],
  ])('is kept by the database itself from a %s', async (_, statement) => {
    await connect();
    const { consents } = await listConsents();

    await expect(runSql(statement)).rejects.toThrow('Consent records cannot be changed');

    expect((await listConsents()).consents).toEqual(consents);
  });

  it('is kept for so many years from the end of the consent on', async () => {
    await change('consent-terms', { consent_days: 366 });
    await allow();

    const [times] = await runSql('SELECT ends_at, kept_until FROM consents');
    const { ends_at, kept_until } = Object(times);
    expect(Number(ends_at)).toBe(start + 366 * day);
    const end = new Date(Number(ends_at));
    expect(Number(kept_until)).toBe(end.setUTCFullYear(end.getUTCFullYear() + 20));
  });

  it('is swept after its time, unless its account is still connected', async () => {
    const old = await connect('a');
    await connect('b');
    for (const [id, account] of [
      ['consent_1', old.accountId],
      ['consent_2', 'account_unknown'],
    ]) {
      await runSql(`INSERT INTO consents (id, account_id, granted_at, kept_until, ${copied})
        SELECT '${id}', '${account}', 1, 2, ${copied} FROM consents WHERE granted_at > 1 LIMIT 1`);
    }

    await service.store.purge(start);

    const { consents } = await listConsents();
    expect(consents.map(({ consent_id }) => consent_id)).toContain('consent_1');
    expect(consents).toHaveLength(3);
  });
});

describe('the consents of one account', () => {
  const columns = `${copied}, kept_until, account_id`;

  async function expectLimited(response: Response, retryAfter: string) {
    expect(response.headers.get('Retry-After')).toBe(retryAfter);
    expect(await readError(response)).toEqual([429, 'rate_limited']);
  }

  /** Copies the account's one consent to others, a second apart, the first one at that time. */
  async function plant(count: number, from: number) {
    const copies = Array.from({ length: count }, (_, index) => {
      const time = from + index * 1000;
      return `('consent_${toFirstId(time)}${'0'.repeat(20)}', ${time})`;
    });
    await runSql(`INSERT INTO consents (id, granted_at, ${columns})
      WITH copies (id, granted_at) AS (VALUES ${copies.join()}), first AS (SELECT ${columns} FROM consents LIMIT 1)
      SELECT copies.id, copies.granted_at, ${columns} FROM first, copies`);
  }

  it('are at most 200 of a day, and later Allow works again', {
    tags: ['threat-68', 'control-68'],
  }, async () => {
    await connect();
    await plant(199, start + 1000);
    service.advance(day - 1);
    const flow = await signIn();
    const another = await signIn();

    await expectLimited(await pressAllow(flow), '1');
    service.advance(1);
    expect(await readStatus(pressAllow(flow))).toBe(200);
    await expectLimited(await pressAllow(another), '1');
    expect(await allow('sam')).toMatchObject({ code: expect.any(String) });
    service.advance(1000);
    expect(await readStatus(pressAllow(another))).toBe(200);
    expect(revoked).toEqual([]);
  });

  it('are not one more when two pages allow at the same moment', async () => {
    await connect();
    await plant(198, start + 1);
    service.advance(1000 * 1000);
    const flows = [await signIn(), await signIn()];

    const statuses = await Promise.all(flows.map((flow) => readStatus(pressAllow(flow))));

    expect(statuses.sort()).toEqual([200, 429]);
  });

  it('are at most 2,000 of a test application, also by codes for tests', async () => {
    const sandbox = await createTestService({
      store: service.store,
      config: { submissionLimit: 10_000 },
    });
    await sandbox.issueSandboxCode();
    const ask = () => sandbox.post('/sandbox/authorization_codes', credentials);
    await plant(1998, start + 1000);
    sandbox.advance(2000 * 1000);

    expect((await ask()).status).toBe(201);
    await expectLimited(await ask(), String(86_400 - 2000));
  });
});

describe('the end of a consent', () => {
  const isActive = async (token: string) => (await readJson(service.introspect(token))).active;

  const listEvents = async () =>
    (await service.listEvents(basic(live))).map(({ type, data }) => ({ type, data }));

  it('stops reads at its time, reports its steps, and gives up the grant', async () => {
    const { token, read, get, accountId: account_id } = await connect();
    service.advance(day - 1);
    await service.store.purge(start + day - 1);
    await service.revokeDue();
    expect(await read('/account')).toMatchObject({ status: 'active' });
    expect((await get('/records')).status).toBe(200);
    expect([await isActive(token), revoked]).toEqual([true, []]);

    service.advance(1);

    const end = new Date(start + day).toISOString();
    const expired = { status: 'expired', status_since: end, consent: { expires_at: end } };
    expect(await read('/account')).toMatchObject(expired);
    expect(await readError(get('/records'))).toEqual([409, 'consent_expired']);
    expect(await isActive(token)).toBe(false);
    for (const _ of ['first', 'second']) await service.store.purge(start + day);
    await service.revokeDue();

    expect(revoked).toEqual(['grant 1']);
    const data = { account_id, provider_id: 'fake' };
    expect(await listEvents()).toEqual([
      { type: 'connection.created', data },
      { type: 'connection.expiring', data: { ...data, expires_at: end } },
      { type: 'connection.expired', data },
    ]);
    expect(await read('/account')).toMatchObject(expired);
  });

  it('takes no grant of another account, whose end is announced by the same sweep', async () => {
    const old = await connect('old');
    service.advance(day / 2);
    const young = await connect('young');
    const holdsGrant = async ({ accountId }: typeof old) =>
      (await service.store.accounts.findGrant(accountId))?.sealed_grant !== null;

    await service.store.purge(start + day);

    expect([await holdsGrant(old), await holdsGrant(young)]).toEqual([false, true]);
  });

  it.each([
    [30, '14 days and a day before', [15.9, 16, 28.9, 29, 31], [0, 1, 1, 2, 2]],
    [14, 'at once and a day before', [0, 12.9, 13, 15], [1, 1, 2, 2]],
    [13, 'a day before', [0, 11.9, 12, 14], [0, 0, 1, 1]],
  ])('that lasts %i days is announced %s', async (...[consent_days, , days, expected]) => {
    await change('consent-terms', { consent_days });
    await connect();
    const countEvents = async (afterDays: number) => {
      await service.store.purge(start + afterDays * day);
      const events = await listEvents();
      return events.filter(({ type }) => type === 'connection.expiring').length;
    };

    expect(await inTurn(days.length, (at) => countEvents(days[at] ?? 0))).toEqual(expected);
  });

  it('is left by connecting again: the same account, the same token, a new consent', async () => {
    const { read, get, accountId } = await connect();
    service.advance(day);
    await service.store.purge(start + day);
    const { session } = await service.makeSession({ account_id: accountId }, basic(live));
    const again = await exchange(await (await signIn('pat', session)).allow());

    expect(again.accountId).toBe(accountId);
    expect(await read('/account')).toMatchObject({
      status: 'active',
      consent: { expires_at: new Date(start + 2 * day).toISOString() },
    });
    expect((await get('/records')).status).toBe(200);
    expect((await listConsents()).consents).toHaveLength(2);
    expect((await listEvents()).at(-2)).toMatchObject({ type: 'session.finished' });
    expect((await listEvents()).at(-1)).toMatchObject({ type: 'connection.restored' });
  });

  it('does not come for a disconnected account', async () => {
    const { token } = await connect();
    await service.disconnect(token);

    await service.store.purge(start + 2 * day);

    expect((await listEvents()).map(({ type }) => type)).toEqual([
      'connection.created',
      'connection.disconnected',
    ]);
  });
});
