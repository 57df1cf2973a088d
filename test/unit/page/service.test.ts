// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createService } from '../../../src/connect/page/service.ts';
import { challenge, usualAnswers } from './support.tsx';

const signal = new AbortController().signal;

function createClient(respond: (init: RequestInit) => Response | Promise<Response>) {
  const send = vi.fn<typeof fetch>(async (_url, init) => await respond(init ?? {}));
  const own = { flowToken: 'token' };
  return { ...createService({ own, fetch: send, readLocale: () => 'en' }), send };
}

/** Never responds, like a service that hangs; like fetch, it rejects when aborted. */
const hang = (init: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the service of the flow', () => {
  it('sends the token and the fields of a step as JSON, without credentials', async () => {
    const { ask, send } = createClient(() => Response.json(challenge()));
    const result = await ask('login', { username: 'user_mfa', password: 'pass_good' }, signal);
    expect(result).toEqual({ ok: true, value: challenge() });
    const [url, init] = send.mock.calls[0] ?? [];
    expect(url).toBe('/connect/flow/login');
    expect(init).toMatchObject({ method: 'POST', credentials: 'omit', redirect: 'error' });
    // Any other mode would make browsers hide the origin under `no-referrer`.
    expect(init).not.toHaveProperty('mode');
    const fields = { username: 'user_mfa', password: 'pass_good', locale: 'en' };
    expect(JSON.parse(String(init?.body))).toEqual({ flow_token: 'token', ...fields });
  });

  it('names the language for every answer that may have texts', async () => {
    const { ask, send } = createClient(() => Response.json({}));
    const plain = ['start', 'back', 'login', 'authorize'] as const;
    for (const name of plain) await ask(name, {}, signal);
    await ask('begin', { client_id: 'a', session: 's' }, signal);
    await ask('resume', { binding: null }, signal);
    await ask('answer', { answer: '1', challenge_id: 'c' }, signal);
    await ask('resend', { challenge_id: 'c' }, signal);
    await ask('return', { query: '' }, signal);
    const bodies = send.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
    expect(bodies.map(({ locale }) => locale)).toEqual(Array(9).fill('en'));
  });

  it('lets the browser send the farewell after the page has gone, and expects no answer', async () => {
    const { leave, send } = createClient(() => Promise.reject(new TypeError('Failed to fetch')));
    leave(false);
    const [url, init] = send.mock.calls[0] ?? [];
    expect([url, init?.keepalive]).toEqual(['/connect/flow/leave', true]);
    expect(JSON.parse(String(init?.body))).toEqual({ flow_token: 'token', failed: false });
  });

  it('returns the service’s problem', async () => {
    const body = { error: 'account_locked', error_description: 'Locked.', retryable: false };
    const { ask } = createClient(() => Response.json(body, { status: 423 }));
    const result = await ask('answer', { answer: '1', challenge_id: 'c' }, signal);
    const problem = { code: 'account_locked', description: 'Locked.', retryable: false };
    expect(result).toEqual({ ok: false, problem });
  });

  const html = { 'Content-Type': 'text/html' };
  const page = (status: number) => new Response('<h1>Forbidden</h1>', { status, headers: html });
  const limit = (header: string, body = 'slow down', status = 429) =>
    new Response(body, { status, headers: { 'Retry-After': header } });
  const wrong = '{"error":"invalid_credentials","tries_left":2}';
  const wait = { seconds: 40, until: 45_000, untilTick: expect.any(Number) };
  const anHour = { ...wait, seconds: 3600, until: 3_605_000 };

  it.each<[what: string, Response, code: string, more?: object]>([
    ['a page of a proxy', page(500), 'server_error', { retryable: true }],
    ['a proxy that limits', new Response('slow down', { status: 429 }), 'rate_limited'],
    ['a proxy that limits for a time', limit('40'), 'rate_limited', { wait }],
    ['a proxy that limits for an hour', limit('3600'), 'rate_limited', { wait: anHour }],
    ['one that names a date', limit('Fri, 31 Dec 1999 23:59:59 GMT'), 'rate_limited'],
    ['the limit', limit('40', '{"error":"too_many_attempts"}'), 'too_many_attempts', { wait }],
    ['the page of a firewall', page(403), 'request_blocked'],
    ['the page of another firewall', page(406), 'request_blocked'],
    ['a refusal without a page', new Response('no', { status: 403 }), 'server_error'],
    ['an unknown code', Response.json({ error: 'x' }, { status: 400 }), 'server_error'],
    ['a 200 with an invalid body', Response.json({ step: 'paradise' }), 'server_error'],
    ['a 200 that is not JSON', new Response('hello'), 'server_error'],
    ['a wait without a limit', limit('40', '{"error":"account_locked"}', 423), 'account_locked'],
    ['the last tries', limit('', wrong, 401), 'invalid_credentials', { triesLeft: 2 }],
  ])('makes %s a problem', async (...[, response, code, more]) => {
    vi.useFakeTimers({ now: 5000 });
    const { ask } = createClient(() => response);
    const result = await ask('back', {}, signal);
    const described = { description: expect.any(String), retryable: expect.any(Boolean) };
    expect(result).toEqual({ ok: false, problem: { code, ...described, ...more } });
  });

  it('distinguishes an unreachable service from an offline browser', async () => {
    const { ask } = createClient(() => Promise.reject(new TypeError('Failed to fetch')));
    const readCode = async () => {
      const result = await ask('back', {}, signal);
      return result.ok ? null : [result.problem.code, result.problem.retryable];
    };
    expect(await readCode()).toEqual(['connection_lost', true]);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    // The tests' page is on this machine, which needs no network.
    expect(await readCode()).toEqual(['connection_lost', true]);
    vi.spyOn(window.location, 'hostname', 'get').mockReturnValue('connect.example');
    expect(await readCode()).toEqual(['offline', true]);
  });

  it.each([
    ['consent', { decision: 'allow' }, 15_000],
    // The service waits 20 s for a provider.
    ...(['login', 'answer', 'resend', 'authorize', 'return'] as const).map(
      (name) => [name, {}, 25_000] as const,
    ),
  ] as const)('gives up %s after the time limit, not before', async (name, body, limitMs) => {
    vi.useFakeTimers();
    const { ask } = createClient(hang);
    const settled = vi.fn();
    const result = ask(name, body as never, signal).finally(settled);
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({ ok: false, problem: { code: 'timeout' } });
  });

  it.each([
    ['an answer', () => Response.json(challenge())],
    ['a failure', () => Promise.reject(new TypeError('failed'))],
  ])('leaves no timer, and no listener of the signal, after %s', async (_, respond) => {
    vi.useFakeTimers();
    const { ask } = createClient(respond);
    const { signal: own } = new AbortController();
    const added = vi.spyOn(own, 'addEventListener');
    const removed = vi.spyOn(own, 'removeEventListener');
    await ask('login', { username: 'a', password: 'b' }, own);
    expect(vi.getTimerCount()).toBe(0);
    expect(added).toHaveBeenCalled();
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });

  it('hears each event once, wherever the network cuts them', async () => {
    const events = [{ handoff: 'waiting' }, { handoff: 'joined', step: 'login' }];
    const text = `:\n\n${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}`;
    for (let size = 1; size <= text.length; size += 1) {
      const parts = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const chunks = parts.map((part) => new TextEncoder().encode(part));
      const body = new ReadableStream({
        pull(controller) {
          const chunk = chunks.shift();
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        },
      });
      const heard: unknown[] = [];
      const { listen } = createClient(() => new Response(body));
      expect(await listen((event) => heard.push(event), signal)).toBe(undefined);
      expect(heard, `in parts of ${size}`).toMatchObject(events);
    }
  });

  const busy = { error: 'timeout', retryable: true };
  it.each([
    ['is refused for good', Response.json({ error: 'invalid_step' }, { status: 409 }), true],
    ['is refused for now', Response.json(busy, { status: 503 }), false],
    ['cannot be read', new Response('no JSON', { status: 500 }), false],
  ])('reports a problem only if no other try can help: a stream that %s', async (...row) => {
    const [, response, isOver] = row;
    const { listen } = createClient(() => response);
    const problem = await listen(() => undefined, signal);
    expect(problem?.code).toBe(isOver ? 'invalid_step' : undefined);
  });

  it('uses the token that it gets when the person of a link begins', async () => {
    const body = { client_id: 'a', session: 's' };
    const { ask, send } = createClient(() => Response.json(usualAnswers.begin(body)));
    for (const _ of [1, 2]) await ask('begin', body, signal);
    const tokens = send.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).flow_token);
    expect(tokens).toEqual(['token', 'f'.repeat(43)]);
  });

  it('gives up at once when it is aborted', async () => {
    const { ask } = createClient(hang);
    const controller = new AbortController();
    const result = ask('consent', { decision: 'allow' }, controller.signal);
    controller.abort();
    expect(await result).toMatchObject({ ok: false, problem: { code: 'connection_lost' } });
  });
});
