import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { ExchangeError, finishSession, SessionError } from '../../../src/sdk/server.ts';
import { answerTokens, catchError, createService } from './support.ts';

const own = {
  baseUrl: 'https://connect.example/v1/',
  clientId: 'my app',
  clientSecret: 'secret:of the app',
};
const sessionId = 'cs_1';

const answer = (status: number, body: object = {}, headers = {}) =>
  Response.json(body, { status, headers });
/** The code may still arrive. */
const answerPending = (seconds: string) =>
  answer(409, { error: 'code_pending' }, { 'Retry-After': seconds });
/** A service that gives a fresh code, and answers its exchange as the test says. */
const exchangeBy = (respond: () => Response | Promise<Response>) =>
  vi.fn<typeof fetch>(async (url) =>
    String(url).endsWith('/code') ? answer(201, { code: 'fresh' }) : await respond(),
  );
const refuse = (respond: () => Response, options: object = {}) =>
  catchError(
    SessionError,
    finishSession({ ...own, sessionId, fetch: createService(respond), ...options }),
  );

describe('finishSession', () => {
  it('waits once for a code that may still arrive, as long as it was told', async () => {
    vi.useFakeTimers();
    const replies = [() => answerPending('7'), () => answer(409, { error: 'already_exchanged' })];
    const fetch = vi.fn(async () => replies.shift()?.() ?? answer(500));
    const { signal } = new AbortController();
    const refused = refuse(() => answer(500), { fetch, signal });
    await vi.advanceTimersByTimeAsync(6999);
    expect(fetch).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect((await refused).code).toBe('already_exchanged');
    expect(getEventListeners(signal, 'abort')).toEqual([]);

    const controller = new AbortController();
    const pending = createService(() => answer(409, { error: 'code_pending' }));
    const aborted = refuse(() => answer(500), { fetch: pending, signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    expect((await aborted).code).toBe('aborted');

    const far = vi.fn(async () => answerPending('3600'));
    const twice = refuse(() => answer(500), { fetch: far });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(far).toHaveBeenCalledTimes(2);
    expect(await twice).toMatchObject({ code: 'code_pending', retryable: true });
    vi.useRealTimers();
  });

  it.each([
    ['another state', { state: 'of-mallory' }],
    ['no state', {}],
  ])('refuses an account that was connected with %s', async (_, more) => {
    const replies = [() => answer(201, { code: 'fresh' }), () => answerTokens(more)];
    const refused = await refuse(() => replies.shift()?.() ?? answer(500), { state: 'of-alice' });
    expect(refused.code).toBe('state_mismatch');
  });

  it('says once that nothing compares the state', async () => {
    const print = vi.spyOn(console, 'error').mockReturnValue();
    const fetch = exchangeBy(() => answerTokens({ state: 'of-alice' }));
    const finish = () => finishSession({ ...own, sessionId, fetch });
    const tokens = [await finish(), await finish()];

    expect(tokens).toMatchObject([{ accountId: 'acc_1' }, { accountId: 'acc_1' }]);
    expect(print.mock.calls).toEqual([[expect.stringContaining('pass state to finishSession')]]);
    print.mockRestore();
  });

  it('heeds each option during the exchange, too', async () => {
    const print = vi.spyOn(console, 'error').mockReturnValue();
    const leaving = new AbortController();
    const fetch = exchangeBy(() => {
      leaving.abort();
      return new Promise<never>(() => {});
    });
    const finish = (options: object) =>
      catchError(ExchangeError, finishSession({ ...own, sessionId, fetch, ...options }));
    const insecure = { baseUrl: 'http://connect:4400', insecureHosts: ['connect'] };

    expect(await finish({ signal: leaving.signal })).toMatchObject({ code: 'aborted' });
    expect(await finish({ ...insecure, timeoutMs: 1 })).toMatchObject({
      message: 'No answer within 1 ms.',
    });
    print.mockRestore();
  });
});
