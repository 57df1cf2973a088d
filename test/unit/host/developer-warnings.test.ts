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

/** Opens Connect in a page. A second call returns the session that is open. */
function startOn(page: string, options: object): void {
  vi.stubGlobal('location', new URL(page));
  const session = open({ ...right, ...options });
  close = () => session.close();
}

/** Each test begins with a page without earlier warnings. */
async function openOn(page: string, ...calls: object[]): Promise<string[]> {
  for (const options of calls) startOn(page, options);
  await vi.waitFor(() => expect(world.listeners.length).toBeGreaterThan(0));
  return await readWarnings();
}

/** Opens Connect in a page, and lets time pass. @returns the warnings */
async function openAndWait(options: object, ms: number, page = loopback): Promise<string[]> {
  vi.useFakeTimers();
  try {
    startOn(page, options);
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

/** Sends a message of the page. */
const say = (type: string, more: object) => world.listeners[0]?.onMessage({ type, ...more });

const refuse = (code: string) => say('error', { code, message: 'x', retryable: false });

const fail = (code: string) => world.listeners[0]?.onFailure(code);

const sendCode = () => say('code', { code: 'hush-hush', nonce: 'n' });

/** The page sends a code, and the callback answers this. */
const answerCallback = (response: Response) => {
  vi.stubGlobal('fetch', async () => response);
  sendCode();
};

const refusal = new Response(null, { status: 503 });
const myService = 'Check your application at https://connect.example/dashboard.';
const spent = 'a'.repeat(64);
const onSuccess = forwardCode('/callback');
const reject = () => Promise.reject(new Error('hush-hush'));
const opaque = Object.defineProperty(new Response(null), 'ok', { value: false });

describe('a developer on loopback', () => {
  it.each<[code: string, text: string, options?: object, happen?: (code: string) => unknown]>([
    ['origin_not_allowed', `x ${myService}`],
    ['unknown_client', `The clientId is "app". ${myService}`],
    ['submission_limit_reached', `x ${myService}`],
    ['unsupported_version', 'Update tax-connect'],
    // Its message names both addresses when connectUrl is not the service's own.
    ['server_error', 'TaxConnect: x See'],
    ['session_expired', 'connected an account, was canceled, or is too old', { session: spent }],
    ['session_expired', 'session` as createSession returned it', { session: 'undefined' }],
    ['frame_blocked', 'Add https://connect.example to its frame-src', {}, fail],
    ['callback_failed', 'HTTP status 503', { onSuccess }, () => answerCallback(refusal)],
    ['callback_failed', 'The callback', { onSuccess }, () => answerCallback(opaque)],
    ['callback_failed', 'onSuccess failed; see cause.', { onSuccess: reject }, sendCode],
  ])('is warned once of %s: %s', async (...[code, text, options = {}, happen = refuse]) => {
    await openOn(loopback, options);
    happen(code);
    happen(code);
    await vi.waitFor(async () => expect(await readWarnings()).toHaveLength(1));

    const [warning] = await readWarnings();
    expect(warning).toContain(text);
    expect(warning).toMatch(new RegExp(`See https://connect.example/docs/errors#${code}$`));
    expect(warning).not.toMatch(new RegExp(`hush-hush|${spent}`));
  });

  it.each([
    ['sandbx', 'sandbox other', 'Did you mean "sandbox"?'],
    ['xyz', 'a b c d e', 'There are a, b, c, d, e.'],
    ['xyz', 'a b c d e f', 'There are a, b, c, d, e, …'],
  ])('is told of an unknown provider %s among %s', async (provider, ids, text) => {
    await openOn(loopback, { provider });
    world.listeners[0]?.onMessage(ready('test'));
    say('providers', { providers: ids.split(' ').map((id) => createProvider(id)) });

    expect(await readWarnings()).toEqual([expect.stringContaining(`"${provider}". ${text}`)]);
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
    const others = [{ state: 'hush-hush' }, { state: 'other', provider: 'acme' }];
    const words = 'a session is open, which ignores another provider, state.';
    expect(await openOn(loopback, ...others)).toEqual([`TaxConnect: ${words}`]);
    for (const _ of ['once', 'again']) open({ ...right, ...others[0], clientId: 'other' });
    expect(await readWarnings()).toEqual([
      expect.anything(),
      expect.stringContaining('another clientId.'),
    ]);
  });

  it('is told of a blocked popup that it needs the handler of a click', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    startOn(loopback, { display: 'popup' });
    await vi.waitFor(async () => expect(await readWarnings()).toHaveLength(1));

    const words = /in the handler of a click, before any await.*#popup_blocked$/;
    expect(await readWarnings()).toEqual([expect.stringMatching(words)]);
  });

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

  it('gets no warning when everything is valid', async () => {
    const signal = new AbortController().signal;
    const options = { signal, locale: 'en_US', appearance: { theme: 'dark' }, provider: 'acme' };
    const again = { ...options, appearance: { theme: 'dark' }, onSuccess() {} };
    expect(await openOn(loopback, options, again)).toEqual([]);
    close();
    // The browser's language replaces an invalid one.
    expect(await openOn(loopback, { locale: 'no tag!' })).toEqual([]);
    expect(world.locales).toEqual(['en-US', navigator.languages[0]]);
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
    // The dashboard forbids it (Cross-Origin-Resource-Policy), which looks like a refused connection.
    const hideDashboard = ({ pathname }: URL) => (pathname === '/connect' ? answer() : refuseAll());
    const insecure = 'a page on https cannot use a service on http';

    it.each([
      // It is known by its path, if it has none or cannot be read from elsewhere.
      [loopback, `${service}/`, answer, `no Connect page is at /. Try ${service}/connect.`],
      [loopback, `${service}/dashboard`, hideDashboard, `/dashboard. Try ${service}/connect.`],
      [loopback, `${service}/connect`, answer, 'localhost has too many cookies'],
      // No policy can name this page.
      ['http://[::1]:3000/', `${service}/connect`, answer, 'open this page as localhost'],
      ['https://localhost:3000/', `${service}/connect`, refuseAll, `Likely causes: ${insecure}`],
      ['https://dev.example/', `${service}/connect`, refuseAll, insecure],
      ['https://dev.example/', connectUrl, refuseAll, 'https://connect.example is silent'],
    ])('is explained after two seconds in a page at %s: %s', async (...row) => {
      const [page, address, send, text] = row;
      const warnings = await waitForSilence(address, send, page);
      expect(warnings).toEqual([expect.stringContaining(text)]);
    });

    const violation = { effectiveDirective: 'connect-src' };
    const forbid = () =>
      dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation));
    const speak = () => {
      world.listeners[0]?.onMessage(ready('test'));
      say('providers', { providers: [createProvider('a'), createProvider('b')] });
    };

    // The same warning comes only once, so each case asks another service.
    it.each([
      ['nothing else is known', 'http://localhost:5001', 1, () => {}],
      ['the policy of this page has forbidden it', 'http://localhost:5002', 0, forbid],
      ['the page has spoken meanwhile', 'http://localhost:5003', 0, speak],
    ])('when %s, %s is said to be out of reach %i times', async (...row) => {
      const [, own, count, act] = row;
      const send = async () => {
        act();
        return await refuseAll();
      };
      const causes = /cannot reach \S+\. Likely causes: .* an ad blocker/;
      const expected = Array(count).fill(expect.stringMatching(causes));
      expect(await waitForSilence(`${own}/connect`, send)).toEqual(expected);
    });
  });

  it('a blocked popup is not also called a silent page', async () => {
    vi.stubGlobal('fetch', async () => new Response(null));
    vi.spyOn(window, 'open').mockReturnValueOnce(null);
    const options = { clientId: 'test_1', connectUrl: 'http://localhost:5005/connect' };
    const warnings = await openAndWait({ ...options, display: 'popup' }, 2200);
    expect(warnings).toEqual([expect.stringContaining('before any await')]);
  });

  it('a question to a silent service ends with the session, and listens no longer', async () => {
    const listen = vi.spyOn(window, 'addEventListener');
    const asked = vi.fn(() => new Promise(() => {}));
    vi.stubGlobal('fetch', asked);
    await openAndWait({ clientId: 'test_1', connectUrl: 'http://localhost:5004/connect' }, 2200);
    close();
    expect(asked.mock.calls).toMatchObject([[expect.anything(), { signal: { aborted: true } }]]);
    const violation = listen.mock.calls.find(([type]) => type === 'securitypolicyviolation');
    expect(violation?.[2]).toMatchObject({ signal: { aborted: true } });
    listen.mockRestore();
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
    // The control: the ID of a test application is enough, before the page's first message.
    close();
    world.listeners = [];
    await openOn('https://live.example/', { ...options, clientId: 'test_2' });
    refuse('origin_not_allowed');
    expect(await readWarnings()).toHaveLength(1);
  });
});
