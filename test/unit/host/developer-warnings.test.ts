// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadDeveloperWarnings } from '../../../src/sdk/host/developer/load-developer-warnings.ts';
import { forwardCode } from '../../../src/sdk/host/open/forward-code.ts';
import { loadSession } from '../../../src/sdk/host/open/load-session.ts';
import { open } from '../../../src/sdk/host/open/open.ts';
import type { OpenOptions } from '../../../src/sdk/index.ts';
import { createProvider } from '../create-provider.ts';

const world = vi.hoisted(() => ({
  listeners: [] as { onMessage(message: unknown): void; onFailure(code: string): void }[],
  locales: [] as unknown[],
}));

vi.mock('../../../src/sdk/host/flow/flow.ts', async (load) => ({
  ...(await load<object>()),
  startFlow(_: unknown, { locale }: { locale: string }, listener: never) {
    world.listeners.push(listener);
    world.locales.push(locale);
    return { send() {}, close() {} };
  },
}));
vi.mock('../../../src/sdk/ui/mount.tsx', () => import('./stand-ins.ts'));
vi.mock('../../../src/sdk/host/flow/surfaces/frame.ts', () => import('./stand-ins.ts'));

const connectUrl = 'https://connect.example/connect';
const right: OpenOptions = { clientId: 'app', onSuccess() {}, connectUrl };
const warn = vi.spyOn(console, 'warn');
let close = () => {};

/** Each test begins with a page without earlier warnings. */
async function openOn(page: string, ...calls: object[]): Promise<string[]> {
  vi.stubGlobal('location', new URL(page));
  const sessions = calls.map((options) => open({ ...right, ...options }));
  close = () => sessions[0]?.close();
  await vi.waitFor(() => expect(world.listeners.length).toBeGreaterThan(0));
  return await readWarnings();
}

/** Opens Connect in a page, and lets time pass. @returns the warnings */
async function openAndWait(options: object, ms: number, page = loopback): Promise<string[]> {
  vi.useFakeTimers();
  try {
    vi.stubGlobal('location', new URL(page));
    const session = open({ ...right, ...options });
    close = () => session.close();
    await vi.advanceTimersByTimeAsync(ms);
  } finally {
    vi.useRealTimers();
  }
  return await readWarnings();
}

/** The warnings are in a separate chunk that is already loaded, so they appear a task later. */
async function readWarnings(): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve));
  return warn.mock.calls.map(([text]) => String(text));
}

beforeEach(async () => {
  warn.mockReset().mockImplementation(() => {});
  world.listeners = [];
  world.locales = [];
  await Promise.all([loadSession(), loadDeveloperWarnings()]);
});

afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

const loopback = 'http://localhost:3000/';
const elsewhere = 'https://shop.example/';
const ready = (environment: string) => ({
  type: 'ready',
  application: { name: 'Shop', environment },
});

describe('a developer on loopback', () => {
  it('is warned once of an unknown option, without its value', async () => {
    const warnings = await openOn(loopback, { onSucces: () => {}, providr: 'hush-hush' });
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toBe('TaxConnect: unknown option "onSucces". Did you mean "onSuccess"?');
    expect(warnings[1]).toContain('providr');
    expect(warnings.join()).not.toContain('hush-hush');

    close();
    world.listeners = [];
    expect(await openOn(loopback, { providr: 'other' })).toHaveLength(2);
  });

  it.each([
    [{ appearance: { color: 'red' } }, '"color". Options of appearance are theme, accentColor, '],
    [{ webhook: 'x' }, '"webhook". Options are clientId, provider, onSuccess, onExit, '],
  ])('gets the whole list of the options beside %j, when none is near', async (options, text) => {
    expect(await openOn(loopback, options)).toEqual([
      expect.stringContaining(`TaxConnect: unknown option ${text}`),
    ]);
  });

  it('is warned of a second open with other options, even in the same task', async () => {
    const [warning, ...others] = await openOn(
      loopback,
      { state: 'hush-hush' },
      { state: 'other', provider: 'acme' },
    );
    expect(others).toEqual([]);
    expect(warning).toContain('a session is open,');
    expect(warning).toContain('which ignores another provider, state.');
    expect(warning).not.toContain('hush-hush');
  });

  it('is warned of a later second open, with the name of the differing option', async () => {
    expect(await openOn(loopback, {})).toEqual([]);
    open({ ...right, clientId: 'other' });
    open({ ...right, clientId: 'other' });
    expect(await readWarnings()).toHaveLength(1);
    expect((await readWarnings())[0]).toContain('clientId');
  });

  it('gets the browser’s language for an invalid locale', async () => {
    await openOn(loopback, { locale: 'no tag!' });
    expect(world.locales).toEqual([navigator.languages[0]]);
  });

  it('gets no warning when everything is valid', async () => {
    const signal = new AbortController().signal;
    const options = { signal, locale: 'en_US', appearance: { theme: 'dark' }, provider: 'acme' };
    const again = { ...options, appearance: { theme: 'dark' }, onSuccess() {} };
    expect(await openOn(loopback, options, again)).toEqual([]);
    expect(world.locales).toEqual(['en-US']);
  });
});

it('elsewhere the developer of a test application is warned after the page has reported one', async () => {
  const options = { misspelt2: 1 };
  expect(await openOn(elsewhere, options, { ...options, provider: 'other' })).toEqual([]);
  world.listeners[0]?.onMessage(ready('test'));
  world.listeners[0]?.onMessage(ready('test'));
  const warnings = await readWarnings();
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain('misspelt2');
  expect(warnings[1]).toContain('ignores another provider');
});

describe('a problem that keeps Connect from working', () => {
  const refuse = (code: string, message = 'x') =>
    world.listeners[0]?.onMessage({ type: 'error', code, message, retryable: false });

  it('a test client ID is enough for a warning before the page’s first message', async () => {
    expect(await openOn('https://staging.example/', { clientId: 'test_1' })).toEqual([]);
    refuse('origin_not_allowed', 'Staging is not known.');
    expect((await readWarnings())[0]).toContain('Staging is not known. Check your application at');
  });

  it.each([
    ['origin_not_allowed', 'x Check your application at https://connect.example/dashboard.'],
    ['unknown_client', 'The clientId is "app". Check your application at https://connect.example/'],
    ['submission_limit_reached', 'x Check your application at https://connect.example/dashboard.'],
    ['unsupported_version', 'Update tax-connect'],
    // Its message names both addresses when connectUrl is not the service's own.
    ['server_error', 'TaxConnect: x See'],
  ])('%s has one warning, with the service and the next step', async (code, text) => {
    await openOn(loopback, {});
    refuse(code);
    refuse(code);
    const [warning, ...others] = await readWarnings();

    expect(others).toEqual([]);
    expect(warning).toContain(text);
    expect(warning).toMatch(new RegExp(`See https://connect.example/docs/errors#${code}$`));
  });

  it('a page that never answers is named with its address, and with the usual path', async () => {
    const warnings = await openAndWait({ connectUrl: 'https://connect.example/' }, 15_100);
    const warning = warnings.at(-1);

    expect(warning).toContain(
      'The Connect page at https://connect.example/ did not get ready in time.',
    );
    expect(warning).toContain('such as https://connect.example/connect');
  });

  describe('a local service with a silent page', () => {
    const service = 'http://localhost:4400';

    /** Opens Connect, and waits until the silence is noticed. @returns the warnings */
    async function waitForSilence(
      connectUrl: string,
      send: (url: URL) => Promise<Response>,
      page = loopback,
    ) {
      vi.stubGlobal('fetch', (url: string) => send(new URL(url)));
      return await openAndWait({ clientId: 'test_1', connectUrl }, 2200, page);
    }

    const answer = async () => new Response(null);
    const refuseAll = () => Promise.reject(new TypeError('Failed to fetch'));

    it('is known by its path after two seconds, if it has none', async () => {
      const warnings = await waitForSilence(`${service}/`, answer);

      expect(warnings).toEqual([`TaxConnect: no Connect page is at /. Try ${service}/connect.`]);
    });

    it('is known by its path, if that cannot be read from elsewhere', async () => {
      // The dashboard forbids it (Cross-Origin-Resource-Policy), which looks like a refused connection.
      const [warning, ...others] = await waitForSilence(`${service}/dashboard`, ({ pathname }) =>
        pathname === '/connect' ? answer() : refuseAll(),
      );

      expect(warning).toContain(`no Connect page is at /dashboard. Try ${service}/connect.`);
      expect(others).toEqual([]);
    });

    it('is waited for at the usual path, with the likely causes', async () => {
      const warnings = await waitForSilence(`${service}/connect`, answer);
      expect(warnings).toEqual([expect.stringContaining('localhost has too many cookies')]);
    });

    it('is explained in a page that no policy can name', async () => {
      const warnings = await waitForSilence(`${service}/connect`, answer, 'http://[::1]:3000/');
      expect(warnings).toEqual([expect.stringContaining('open this page as localhost')]);
    });

    // The same warning comes only once, so each case asks another service.
    it.each<[string, string, number, () => unknown]>([
      ['nothing else is known', 'http://localhost:5001', 1, () => {}],
      [
        'the policy of this page has forbidden the question',
        'http://localhost:5002',
        0,
        () => {
          const directive = { effectiveDirective: 'connect-src' };
          dispatchEvent(Object.assign(new Event('securitypolicyviolation'), directive));
        },
      ],
      [
        'the page has spoken meanwhile',
        'http://localhost:5003',
        0,
        () => {
          world.listeners[0]?.onMessage(ready('test'));
          const providers = [createProvider('a'), createProvider('b')];
          world.listeners[0]?.onMessage({ type: 'providers', providers });
        },
      ],
    ])('when %s, %s is said to be out of reach %i times', async (...row) => {
      const [, own, count, act] = row;
      const send = async () => {
        act();
        return await refuseAll();
      };
      const causes = /cannot reach \S+\. Likely causes,.* an ad blocker/;
      const expected = Array(count).fill(expect.stringMatching(causes));
      expect(await waitForSilence(`${own}/connect`, send)).toEqual(expected);
    });

    it.each([
      [
        'https://localhost:3000/',
        service,
        'this order: a page on https cannot use a service on http',
      ],
      ['https://dev.example/', service, 'a page on https cannot use a service on http'],
      ['https://dev.example/', 'https://connect.example', 'https://connect.example is silent'],
    ])('in a page at %s is explained after two seconds', async (page, connectUrl, text) => {
      const warnings = await waitForSilence(`${connectUrl}/connect`, refuseAll, page);
      expect(warnings).toEqual([expect.stringContaining(text)]);
    });
  });

  it.each([
    ['sandbx', 'sandbox other', 'Did you mean "sandbox"?'],
    ['xyz', 'a b c d e', 'There are a, b, c, d, e.'],
    ['xyz', 'a b c d e f', 'There are a, b, c, d, e, …'],
  ])('an unknown provider %s is named among %s', async (provider, ids, text) => {
    await openOn(loopback, { provider });
    world.listeners[0]?.onMessage(ready('test'));
    const providers = ids.split(' ').map((id) => createProvider(id));
    world.listeners[0]?.onMessage({ type: 'providers', providers });

    expect(await readWarnings()).toEqual([expect.stringContaining(`"${provider}". ${text}`)]);
  });

  it.each([
    ['a'.repeat(64), 'Its session has connected an account, was canceled, or is too old'],
    ['undefined', 'Pass `session` as createSession returned it'],
  ])('a session that cannot be used is explained: %s', async (session, reason) => {
    await openOn(loopback, { session });
    world.listeners[0]?.onMessage({ type: 'error', code: 'session_expired', retryable: false });
    const warnings = await readWarnings();

    expect(warnings).toEqual([expect.stringContaining(reason)]);
    expect(warnings.join()).not.toContain(session);
  });

  it('a warning of a blocked frame names the missing source', async () => {
    await openOn(loopback, { display: 'frame' });
    world.listeners[0]?.onFailure('frame_blocked');
    const [warning] = await readWarnings();

    expect(warning).toContain('Add https://connect.example to its frame-src');
    expect(warning).toMatch(/See http\S+#frame_blocked$/);
  });

  it('a warning of a blocked popup mentions the click handler', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    vi.stubGlobal('location', new URL(loopback));
    const session = open({ ...right, display: 'popup' });
    close = () => session.close();
    await vi.waitFor(async () => expect(await readWarnings()).toHaveLength(1));

    expect(warn.mock.calls.join()).toContain('in the handler of a click, before any await');
    expect(warn.mock.calls.join()).toMatch(/#popup_blocked$/);
  });

  it.each([
    [new Response(null, { status: 503 }), 'HTTP status 503'],
    [Object.defineProperty(new Response(null), 'ok', { value: false }), 'The callback'],
  ])('a warning of a failed callback has its answer', async (answer, text) => {
    vi.stubGlobal('fetch', async () => answer);
    await openOn(loopback, { onSuccess: forwardCode('/callback') });
    world.listeners[0]?.onMessage({ type: 'code', code: 'hush-hush', nonce: 'n' });
    await vi.waitFor(async () => expect(await readWarnings()).toHaveLength(1));

    expect(warn.mock.calls.join()).toContain(text);
    expect(warn.mock.calls.join()).toMatch(/#callback_failed$/);
    expect(warn.mock.calls.join()).not.toContain('hush-hush');
  });

  it('an error of the host’s own code is not quoted', async () => {
    const onSuccess = () => Promise.reject(new Error('hush-hush'));
    await openOn(loopback, { onSuccess });
    world.listeners[0]?.onMessage({ type: 'code', code: 'c', nonce: 'n' });
    await vi.waitFor(async () => expect(await readWarnings()).toHaveLength(1));

    expect(warn.mock.calls.join()).toContain('onSuccess failed; see cause.');
    expect(warn.mock.calls.join()).not.toContain('hush-hush');
  });

  it('two copies of the SDK cause a warning, and one does not', async () => {
    expect(await openOn(loopback, {})).toEqual([]);
    close();
    vi.resetModules();
    const copy = await import('../../../src/sdk/host/open/open.ts');
    const session = copy.open(right);
    close = () => session.close();
    await vi.waitFor(async () => expect(await readWarnings()).toHaveLength(1));

    expect(warn.mock.calls.join()).toContain('two copies of the SDK');
    // A page that lists its globals does not find the property.
    expect(Object.keys(globalThis).filter((name) => /copies/i.test(name))).toEqual([]);
    expect(warn.mock.calls.join()).toContain('Load it once');
  });

  it('a live application on another host gets none of these warnings', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 599 }));
    const options = { clientId: 'live_1', onSuccess: () => Promise.reject(new Error('no')) };
    await openOn('https://live.example/', options);
    world.listeners[0]?.onMessage(ready('live'));
    refuse('origin_not_allowed');
    expect(await readWarnings()).toEqual([]);
    // The control: the same page with a test application.
    close();
    world.listeners = [];
    await openOn('https://live.example/', { ...options, clientId: 'test_2' });
    refuse('origin_not_allowed');
    expect(await readWarnings()).toHaveLength(1);
  });
});
