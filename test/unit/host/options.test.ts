// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectError, open, preload, redirect, redirectUrl } from '../../../src/sdk/index.ts';

vi.mock('../../../src/sdk/host/flow/surfaces/frame.ts', () => import('./stand-ins.ts'));
vi.mock('../../../src/sdk/host/open/load-session.ts', () => ({
  loadSession: () => new Promise(() => {}),
}));

const right = { clientId: 'app', onSuccess() {} };

/** Opens with any options, as plain JavaScript can. */
const openWith = (options: object) => open({ ...right, ...options });

afterEach(() => open(right).close());

it('options that are undefined count as absent, also for the types of strict applications', () => {
  const none = undefined;
  const appearance = { theme: none, accentColor: none, fontFamily: none, borderRadius: none };
  const texts = { connectUrl: none, display: none, provider: none, state: none, locale: none };
  openWith({ ...texts, signal: none, onExit: none, onEvent: none, appearance }).close();
  open({ ...right, ...texts, signal: none, onExit: none, onEvent: none, appearance: none }).close();

  const redirect = { clientId: 'app', redirectUri: 'https://a.example/' };
  expect(redirectUrl({ ...redirect, connectUrl: none }).href).toBe(redirectUrl(redirect).href);
});

describe('invalid options', () => {
  const callback = 'a function';
  const text = '1 to 2,000 characters';
  const address = 'https, or http on localhost, without credentials, query or fragment';
  const insecure = [
    ...['', '/connect', 'connect.example', 'javascript:alert(1)', 'ftp://connect.example/'],
    ...['http://connect.example/', 'http://localhost.connect.example/', 'https:', {}],
    ...['https://user:pass@connect.example/', 'https://connect.example/?a=1'],
    ...['https://connect.example/#x', 'http://evil.example/x.localhost/'],
  ];

  it.each<[name: string, rule: string, values: unknown[]]>([
    // Omitting is valid for optional options only.
    ['clientId', 'your client ID', ['', 1, null, undefined]],
    ['onSuccess', callback, ['x', {}, null, undefined]],
    ['onExit', callback, ['x', {}]],
    ['onEvent', callback, [1]],
    ['display', 'one of auto, frame, popup', ['modal', '', 1]],
    ['provider', text, ['', 5, 'p'.repeat(2001)]],
    ['state', text, ['', {}, 'x'.repeat(2001)]],
    ['session', `${text}, not session_id`, ['', {}, 's'.repeat(2001), 'cs_9b2c4b8e-1111-4222']],
    ['appearance', 'an object', ['dark', null]],
    ['signal', 'an AbortSignal', ['x', 0, {}, [], new AbortController(), Object.create(null)]],
    ['connectUrl', address, insecure],
  ])('throw invalid_options with the name and the rule: %s must be %s', (name, rule, values) => {
    const message = expect.stringContaining(`TaxConnect: ${name} must be ${rule}; got `);
    for (const value of values) {
      const attempt = () => openWith({ [name]: value });
      expect(attempt, JSON.stringify(value)).toThrow(ConnectError);
      expect(attempt).toThrow(expect.objectContaining({ code: 'invalid_options', message }));
    }
  });

  it.each(['clientSecret', 'client_secret', 'accessToken', 'token', 'apiPassword'])(
    '%s is refused: the browser must never hold it',
    (name) => {
      expect(() => openWith({ [name]: 'x' })).toThrow(`${name} must be kept on your backend`);
    },
  );

  it('in appearance are named, too', () => {
    expect(() => openWith({ appearance: { theme: 'blue' } })).toThrow('theme must be');
  });
});

describe('the message of an invalid option', () => {
  it.each<[name: string, value: unknown, shown: string]>([
    ['display', 'modal', '"modal"'],
    ['clientId', undefined, 'undefined'],
    ['state', '', '""'],
    ['signal', {}, 'object'],
  ])('%s: %o is a sentence that ends with the value', (name, value, shown) => {
    const sentence = new RegExp(`^TaxConnect: ${name} must be [^;]+; got ${shown}\\.$`);
    expect(() => openWith({ [name]: value })).toThrow(sentence);
  });

  it.each([
    ['onSuccess', { clientId: 'app', onSucces() {} }, 'onSucces'],
    ['clientId', { clientID: 'app', onSuccess() {} }, 'clientID'],
  ])('%s: says which option was probably meant to be it', (name, options, misspelt) => {
    expect(() => open(options as never)).toThrow(
      new RegExp(`: ${name} must .*, but ${misspelt} is set.$`),
    );
  });

  it.each<[name: string, value: unknown]>([
    ['connectUrl', 'https://user:hush-hush@connect.example/'],
    ['connectUrl', 'https://connect.example/?key=hush-hush'],
    ['connectUrl', 'https://connect.example/#hush-hush'],
    ['connectUrl', new URL('https://connect.example/?key=hush-hush')],
    ['display', `hush-hush${'0123456789abcdef'.repeat(4)}`],
    ['onSuccess', `test_secret_hush-hush`],
    ['appearance', () => 'hush-hush'],
    ['state', ['hush-hush']],
  ])('%s: never quotes a possible secret', { tags: ['threat-5'] }, (name, value) => {
    expect(() => openWith({ [name]: value })).toThrow(ConnectError);
    expect(() => openWith({ [name]: value })).not.toThrow('hush-hush');
  });
});

describe('a client secret as clientId', () => {
  const options = { redirectUri: 'https://a.example/', onSuccess() {} };
  const calls = Object.entries({ open, preload, redirect, redirectUrl });

  it.each(calls)('is refused by %s, and is in no address', { tags: ['threat-5'] }, (_, call) => {
    const silent = [
      vi.spyOn(location, 'assign').mockImplementation(() => {}),
      ...(['warn', 'error', 'log'] as const).map((name) => vi.spyOn(console, name)),
    ];
    for (const environment of ['test', 'live']) {
      const attempt = () => call({ ...options, clientId: `${environment}_secret_hush-hush` });
      expect(attempt).toThrow('clientId must be your client ID; got a client secret.');
      expect(attempt).not.toThrow('hush-hush');
    }
    for (const spy of silent) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('the control: client IDs of both environments are accepted', { tags: ['control-5'] }, () => {
    for (const clientId of ['test_0123456789ab', 'live_0123456789ab', 'secret_garden', 'app']) {
      expect(redirectUrl({ ...options, clientId }).searchParams.get('client_id')).toBe(clientId);
    }
  });
});

describe('the default connectUrl of a build for this machine', () => {
  const options = { clientId: 'app', redirectUri: 'https://a.example/', onSuccess() {} };

  it('is refused on a page of another machine, with advice', () => {
    vi.stubGlobal('location', new URL('https://shop.example/'));
    const message = expect.stringContaining('connectUrl must be set, except on localhost.');
    const refusal = expect.objectContaining({ code: 'invalid_options', message });
    for (const call of [open, preload, redirect, redirectUrl]) {
      expect(() => call(options)).toThrow(refusal);
    }
    vi.unstubAllGlobals();
  });

  it('is accepted on this machine and on a server, and an explicit connectUrl anywhere', () => {
    const connectUrl = 'http://localhost:4400/connect';
    for (const [page, own] of [
      [new URL('http://127.0.0.1/'), {}],
      [undefined, {}],
      [new URL('https://shop.example/'), { connectUrl }],
    ]) {
      vi.stubGlobal('location', page);
      expect(redirectUrl({ ...options, ...own }).origin).toBe('http://localhost:4400');
      vi.unstubAllGlobals();
    }
  });
});

describe('valid options', () => {
  it.each<[name: string, values: unknown[]]>([
    ['display', ['auto', 'frame', 'popup', undefined]],
    ['locale', ['en', 'pt-BR', 'zh-Hans-CN', 'en_US', '', 'no tag!', 7, null, undefined]],
    ['appearance', [{}, { theme: 'dark', accentColor: 'red' }]],
    // The second one is like a signal of another window, which has another class.
    [
      'signal',
      [new AbortController().signal, Object.assign(new EventTarget(), { aborted: false })],
    ],
    ['somethingLater', ['x']],
    [
      'connectUrl',
      [
        ...['https://connect.example/connect', new URL('https://connect.example')],
        ...['http://localhost:4400/connect', 'http://connect.localhost/', 'http://127.0.0.1:1/x'],
        'http://[::1]:4400/connect',
      ],
    ],
  ])('are accepted for %s', (name, values) => {
    for (const value of values) expect(openWith({ [name]: value }).id).toMatch(/^\w+$/);
  });

  it('are own properties: a polluted prototype sets no option', () => {
    const polluted = { connectUrl: 'https://evil.example/', clientSecret: 'x' };
    Object.assign(Object.prototype, polluted);
    try {
      const url = redirectUrl({ clientId: 'app', redirectUri: 'https://a.example/cb' });
      expect(url.origin).toBe('http://localhost:4400');
    } finally {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
    }
  });
});

describe('redirectUrl', () => {
  const options = { clientId: 'a', redirectUri: 'https://app.example/cb' };

  it('has only the two documented parameters', () => {
    const url = redirectUrl({
      clientId: 'a b',
      redirectUri: 'https://app.example/cb?x=1&y=é',
      connectUrl: 'https://connect.example/connect',
    });
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'a b',
      redirect_uri: 'https://app.example/cb?x=1&y=é',
    });
    expect(url.href.startsWith('https://connect.example/connect?')).toBe(true);
  });

  it.each([
    // It returns to the redirect URI.
    ['state', `${'x'.repeat(1996)}&é# `],
    // Of the backend.
    ['session', 's'.repeat(64)],
  ])('has the %s, if there is one', (name, value) => {
    expect(redirectUrl({ ...options, [name]: value }).searchParams.get(name)).toBe(value);
    expect(redirectUrl({ ...options, [name]: undefined }).searchParams.has(name)).toBe(false);
  });

  it.each([
    ['state', 'x'.repeat(2001)],
    ['redirectUri', undefined],
    ['redirectUri', '/cb'],
    ['redirectUri', 'http://app.example/cb'],
    ['redirectUri', 'https://app.example/cb#x'],
  ])('refuses a wrong %s: %o', (name, value) => {
    expect(() => redirectUrl({ ...options, [name]: value })).toThrow(`${name} must be`);
  });
});

it.each([
  [true, 0],
  [false, 1],
])('a signal that is aborted before open %s: opens %i windows', async (isAborted, count) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const signal = isAborted ? AbortSignal.abort() : new AbortController().signal;

  const session = openWith({ display: 'popup', signal });
  session.close();

  const reason = isAborted ? 'aborted' : 'closed';
  expect(await session.finished).toMatchObject({ status: 'exited', reason });
  expect(opened).toHaveBeenCalledTimes(count);
  opened.mockRestore();
});
