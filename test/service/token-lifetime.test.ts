import { disconnect, exchangeCode, getAccount } from 'tax-connect/server';
import { describe, expect, it } from 'vitest';
import { openQueriedStore } from './database.ts';
import { asBackend, createTestService, useService } from './harness.ts';
import { day, introspectionSecret, start, testApplication } from './test-application.ts';
import { atOnce, bearer, inTurn, readError, readJson } from './world.ts';

const service = useService({
  config: { introspectionSecret },
  applications: [{ ...testApplication, submission_limit: 1000, token_days: 2 }],
});

const set = (token_days: unknown) =>
  service.admin.post('applications/test_app/token-days', { token_days });

async function connect(username = 'user_good') {
  const code = await service.issueSandboxCode({ username });
  return await readJson(service.exchange({ code }));
}

const show = (token: unknown) => service.get('/account', bearer(token));

const isValid = async (token: unknown) => (await show(token)).status === 200;

const listAccounts = async () =>
  (await service.admin.read('applications/test_app/accounts')).accounts;

describe('a token with a lifetime', () => {
  it('says when it ends, at the exchange and in introspection, and ends then', async () => {
    const { access_token, expires_in } = await connect();
    expect(expires_in).toBe(2 * 24 * 60 * 60);
    const times = { iat: start / 1000, exp: (start + 2 * day) / 1000 };
    expect(await readJson(service.introspect(access_token))).toMatchObject({
      active: true,
      ...times,
    });
    service.advance(2 * day - 1);
    expect(await isValid(access_token)).toBe(true);
    service.advance(1);
    const ended = await show(access_token);

    const detail = expect.stringMatching(/^The access token has expired\. .*account_id/);
    expect(ended.headers.get('WWW-Authenticate')).toMatch(
      /^Bearer error="invalid_token", error_description="The access token has expired\. [^"]+"$/,
    );
    expect(await readJson(ended)).toEqual({ error: 'invalid_token', error_description: detail });
    expect(await readJson(service.introspect(access_token))).toEqual({ active: false });
  });

  it('opens no records afterwards; a new one of the same account does', async () => {
    const first = await connect();
    service.advance(2 * day);
    const { session } = await service.makeSession({ account_id: first.account_id });
    const code = await service.issueSandboxCode({ session });
    const second = await readJson(service.exchange({ code }));
    const read = (token: unknown) => readError(service.asOwner(token).get('/records'));

    expect(await read(first.access_token)).toEqual([401, 'invalid_token']);
    expect(second.account_id).toBe(first.account_id);
    expect((await read(second.access_token))[0]).toBe(200);
  });

  it('is known to clients of the package, and still ends the connection', async () => {
    const own = asBackend(service);
    const code = await service.issueSandboxCode();
    const { accessToken, expiresInSeconds } = await exchangeCode({ ...own, code });
    const { baseUrl, fetch } = own;
    const account = { baseUrl, fetch, accessToken };
    service.advance(2 * day);

    expect(expiresInSeconds).toBe(2 * 24 * 60 * 60);
    await expect(getAccount(account)).rejects.toMatchObject({
      code: 'invalid_token',
      message: expect.stringContaining('has expired'),
    });
    await disconnect(account);
    expect(await listAccounts()).toEqual([]);
  });

  it('does not end the connection when it was revoked, too', async () => {
    const { access_token } = await connect();
    await service.revokeToken(access_token);
    service.advance(2 * day);
    const refused = await service.disconnect(access_token);

    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    expect(await listAccounts()).toHaveLength(1);
  });
});

it('the lifetime of tokens applies to later exchanges, and can be removed', async () => {
  const before = await connect();
  expect(await readJson(set(1))).toMatchObject({ token_days: 1 });
  const shorter = await connect();
  expect(await readJson(set(null))).toMatchObject({ token_days: null });
  const endless = await connect();

  expect([before.expires_in, shorter.expires_in]).toEqual([172_800, 86_400]);
  expect(endless).not.toHaveProperty('expires_in');
  expect(await readJson(service.introspect(endless.access_token))).not.toHaveProperty('exp');
  service.advance(1000 * day);
  expect(await isValid(endless.access_token)).toBe(true);
});

describe('an account has at most ten live tokens', () => {
  /** The tokens of so many exchanges, one after the other. */
  const connectOften = (count: number, username?: string) =>
    inTurn(count, async () => {
      service.advance(1);
      return (await connect(username)).access_token;
    });
  const check = async (tokens: readonly unknown[]) => await Promise.all(tokens.map(isValid));

  it('the next one ends the oldest, of that account only', async () => {
    const [other] = await connectOften(1, 'user_mfa');
    const tokens = await connectOften(12);

    expect(await check(tokens)).toEqual([false, false, ...Array<boolean>(10).fill(true)]);
    expect(await isValid(other)).toBe(true);
  });

  it('the next one works, also of a process whose clock is behind', async () => {
    await connectOften(10);
    service.advance(-1000);
    expect(await isValid((await connect()).access_token)).toBe(true);
  });

  it('those that have ended by time or by the application do not count', async () => {
    const [first, revoked] = await connectOften(2);
    await service.revokeToken(revoked);
    const more = await connectOften(9);
    expect(await check([first, ...more])).toEqual(Array<boolean>(10).fill(true));

    service.advance(2 * day);
    expect(await check(await connectOften(10))).toEqual(Array<boolean>(10).fill(true));
  });

  it('also when many codes are exchanged at once', async () => {
    const codes = await atOnce(14, () => service.issueSandboxCode());
    const answers = await Promise.all(codes.map((code) => service.exchange({ code })));
    const tokens = await Promise.all(answers.map(readJson));

    const valid = await check(tokens.map(({ access_token }) => access_token));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(14).fill(200));
    expect(valid.filter(Boolean)).toHaveLength(10);
  });
});

it('an expired token is deleted 30 days later, and not before', async () => {
  // It has an explanation as long as it is stored.
  const explain = async (token: unknown) => (await readJson(show(token))).error_description;
  const { access_token } = await connect();
  service.advance(2 * day);
  await service.store.purge(start + 32 * day - 1);
  expect(await explain(access_token)).toContain('has expired');
  await service.store.purge(start + 32 * day + 1);
  expect(await explain(access_token)).toContain('unknown');
});

it('a revoked token is deleted 30 days later, too', async () => {
  const { store, query } = await openQueriedStore();
  const { connectSandbox, revokeToken } = await createTestService({ store });
  const countTokens = async () => (await query('SELECT token_hash FROM tokens')).length;
  const [{ token }] = [await connectSandbox(), await connectSandbox()];
  await revokeToken(token);

  await store.purge(start + 30 * day - 1);
  expect(await countTokens()).toBe(2);
  await store.purge(start + 30 * day + 1);
  expect(await countTokens()).toBe(1);
});
