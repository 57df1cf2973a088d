import { describe, expect, it } from 'vitest';
import type { CallbackOptions } from '../../../src/sdk/server/callback-options.ts';
import { createExchange } from '../../../src/sdk/server/callback-steps.ts';
import { createRecentKeys } from '../../../src/sdk/server/recent-keys.ts';
import {
  answerTokens,
  clientSecret,
  code,
  comeBack,
  createForward,
  createService,
  createTestCallback,
  forward,
  redirectUri,
  startFlow,
} from './support.ts';

describe('a code that is posted again', () => {
  it('is refused without a second exchange, which would revoke the token', {
    tags: ['threat-40'],
  }, async () => {
    const test = createTestCallback();

    const first = await forward(test);
    const again = await forward(test);
    const other = await forward(test, {}, `${redirectUri}?code=another-code`);

    expect([first.status, again.status, other.status]).toEqual([204, 400, 204]);
    const error_description = expect.stringContaining('Please connect again.');
    expect(again.body).toEqual({ error: 'invalid_grant', error_description, retryable: true });
    expect([test.service.mock.calls.length, test.connected.length]).toEqual([2, 2]);
    expect(test.errors).toEqual(['invalid_grant']);
  });

  it('is refused while the first exchange is under way', async () => {
    const { callback, service } = createTestCallback();

    const answers = await Promise.all([1, 2, 3].map(() => callback(createForward())));

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    expect(service).toHaveBeenCalledOnce();
  });

  it('is refused in the other flow, too', async () => {
    const { callback, service } = createTestCallback({ failureUrl: '/', successUrl: '/done' });
    await comeBack(callback, await startFlow(callback));

    const embedded = await callback(createForward());
    const redirected = await comeBack(callback, await startFlow(callback));

    expect([embedded.status, redirected]).toEqual([400, '/?connect_error=invalid_grant']);
    expect(service).toHaveBeenCalledOnce();
  });

  it('is refused after a lost response, because it may be used up', async () => {
    const answer = () => Promise.reject(new TypeError('fetch failed'));
    const { callback, service, connected } = createTestCallback({ answer });

    const lost = await callback(createForward());
    const again = await callback(createForward());

    expect([lost.status, again.status]).toEqual([502, 400]);
    expect(service).toHaveBeenCalledOnce();
    expect(connected).toEqual([]);
  });
});

describe('a code that is posted again to another process', () => {
  /** A table that all processes share, which answers later, as a database does. */
  function createTable() {
    const rows = new Map<string, number>();
    const claimCode = async (key: string, lifetimeMs: number) => {
      await Promise.resolve();
      if (rows.has(key)) return false;
      rows.set(key, lifetimeMs);
      return true;
    };
    return { rows, claimCode };
  }

  /** Two processes of one backend, and the service that both call. */
  function createProcesses(options: Pick<CallbackOptions, 'claimCode'>) {
    const service = createService();
    const processes = [1, 2].map(() => createTestCallback({ ...options, fetch: service }).callback);
    const post = () => Promise.all(processes.map((callback) => callback(createForward())));
    return { service, post };
  }

  it('is refused with a shared store, also at the same time', async () => {
    const { rows, claimCode } = createTable();
    const { service, post } = createProcesses({ claimCode });

    const answers = [...(await post()), ...(await post())];

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
    expect(service).toHaveBeenCalledOnce();
    // The store learns neither the code nor for how long it is valid.
    expect([...rows]).toEqual([[expect.stringMatching(/^[0-9a-f]{64}$/), 26 * 60 * 60 * 1000]]);
    expect(JSON.stringify([...rows])).not.toContain(code);
  });

  it.each([
    ['throws', () => Promise.reject(new RangeError('the table is locked'))],
    ['answers what is neither true nor false', async () => 'OK'],
  ])('is not exchanged while the store %s', async (_, claimCode) => {
    const table = createTable();
    let claim: unknown = claimCode;
    const { callback, service, reported } = createTestCallback({
      claimCode: (...row) => (claim as typeof table.claimCode)(...row),
    });

    const refused = await callback(createForward());
    claim = table.claimCode;
    const again = await callback(createForward());

    expect(refused.status).toBe(500);
    expect(reported).toMatchObject([{ code: 'callback_failed', thrownBy: 'claimCode' }]);
    // The code was not used, so it may come again.
    expect(again.status).toBe(204);
    expect(service).toHaveBeenCalledOnce();
  });
});

it('is remembered even when many invented codes are posted', async () => {
  const refuse = () => Response.json({ error: 'invalid_grant' }, { status: 400 });
  const answers = [...Array.from({ length: 100 }, () => refuse), answerTokens];
  const fetch = createService(() => (answers.pop() ?? answerTokens)());
  const seen = createRecentKeys(60_000, 2);
  const own = { baseUrl: 'http://localhost:4400', clientId: 'app_test', clientSecret, fetch };
  const exchange = createExchange(own, seen);
  await exchange(code);

  for (let count = 0; count < 100; count += 1) {
    await expect(exchange(`made-up-${count}`)).rejects.toMatchObject({ code: 'invalid_grant' });
  }

  await expect(exchange(code)).rejects.toMatchObject({ code: 'invalid_grant' });
  expect(fetch).toHaveBeenCalledTimes(101);
  expect(seen.size).toBe(1);
});
