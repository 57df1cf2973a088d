import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  cancelSession,
  createSession,
  finishSession,
  readSession,
  SessionError,
} from '../../../src/sdk/server.ts';
import { answerTokens, catchError, createService } from './support.ts';

const own = {
  baseUrl: 'https://connect.example/v1/',
  clientId: 'my app',
  clientSecret: 'secret:of the app',
};
const sessionId = 'cs_1';
const made = {
  session_id: 'cs_1',
  session: 'f'.repeat(64),
  url: 'https://connect.example/v1/connect?client_id=my_app&session=f',
  expires_at: '2026-01-02T03:04:05.000Z',
};

const answer = (status: number, body: object = {}) => Response.json(body, { status });
const refuse = (respond: () => Response, options: object = {}) =>
  catchError(
    SessionError,
    finishSession({ ...own, sessionId, fetch: createService(respond), ...options }),
  );

describe('the requests about sessions', () => {
  it('authenticate by HTTP Basic, with both halves encoded', async () => {
    const service = createService(() => answer(201, made));

    await createSession({ ...own, fetch: service, state: 's', idempotencyKey: 'order 1' });

    const [url, init] = service.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect(url).toBe('https://connect.example/v1/connect/sessions');
    expect(atob(headers.get('Authorization')?.split(' ')[1] ?? '')).toBe(
      'my+app:secret%3Aof+the+app',
    );
    expect(headers.get('Idempotency-Key')).toBe('order 1');
    expect(init).toMatchObject({ method: 'POST', redirect: 'manual', body: '{"state":"s"}' });
  });

  it('name the session in the path', async () => {
    const service = createService(() => new Response(null, { status: 204 }));
    await cancelSession({ ...own, sessionId, fetch: service });
    expect(service.mock.calls[0]?.[0]).toBe(
      'https://connect.example/v1/connect/sessions/cs_1/cancel',
    );
  });
});

describe('SessionError', () => {
  it('of a code that may still arrive: waits once, as long as it was told', async () => {
    vi.useFakeTimers();
    const replies = [
      () =>
        Response.json({ error: 'code_pending' }, { status: 409, headers: { 'Retry-After': '7' } }),
      () => answer(409, { error: 'already_exchanged' }),
    ];
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

    const headers = { 'Retry-After': '3600' };
    const far = vi.fn(async () =>
      Response.json({ error: 'code_pending' }, { status: 409, headers }),
    );
    const twice = refuse(() => answer(500), { fetch: far });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(far).toHaveBeenCalledTimes(2);
    expect(await twice).toMatchObject({ code: 'code_pending', retryable: true });
    vi.useRealTimers();
  });

  it.each([
    ['another state', { state: 'of-mallory' }],
    ['no state', {}],
  ])('tells that the account was connected with %s', async (_, more) => {
    const replies = [() => answer(201, { code: 'fresh' }), () => answerTokens(more)];
    const refused = await refuse(() => replies.shift()?.() ?? answer(500), { state: 'of-alice' });
    expect(refused.code).toBe('state_mismatch');
  });

  it('is aborted during the exchange, too; without state, it says once that nothing compares it', async () => {
    const print = vi.spyOn(console, 'error').mockReturnValue();
    const leaving = new AbortController();
    const exchange = [
      () => answerTokens({ state: 'of-alice' }),
      () => answerTokens({ state: 'of-alice' }),
      () => {
        leaving.abort();
        return new Promise<never>(() => {});
      },
    ];
    const fetch = vi.fn<typeof globalThis.fetch>(async (url) =>
      String(url).endsWith('/code')
        ? answer(201, { code: 'fresh' })
        : ((await exchange.shift()?.()) ?? answer(500)),
    );
    const finish = () => finishSession({ ...own, sessionId, fetch, signal: leaving.signal });
    const tokens = [await finish(), await finish()];

    await expect(finish()).rejects.toMatchObject({ code: 'aborted' });
    expect(tokens).toMatchObject([{ accountId: 'acc_1' }, { accountId: 'acc_1' }]);
    expect(print.mock.calls).toEqual([[expect.stringContaining('pass state to finishSession')]]);
    print.mockRestore();
  });

  it('refuses an invalid key and an answer of another kind', async () => {
    const fetch = createService(() => answer(201, { ...made, expires_at: 'soon' }));
    await expect(createSession({ ...own, fetch })).rejects.toMatchObject({ code: 'bad_response' });
    const keyed = createSession({ ...own, fetch, idempotencyKey: '' });
    await expect(keyed).rejects.toMatchObject({ code: 'invalid_options' });
    const odd = createService(() => answer(200, { session_id: 'cs_1', status: 'odd' }));
    await expect(readSession({ ...own, sessionId, fetch: odd })).rejects.toMatchObject({
      code: 'bad_response',
    });
  });
});
