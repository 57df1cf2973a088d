import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseHello,
  parseHostMessage,
  parsePageMessage,
} from '../../../src/sdk/protocol/parse-message.ts';
import { parseWelcome } from '../../../src/sdk/protocol/welcome.ts';
import { plainWelcome } from '../../support/plain-welcome.ts';
import { welcome } from '../channel/send-message.ts';
import { createProvider } from '../create-provider.ts';

const provider = createProvider('acme', { name: 'Acme Tax', aliases: ['acme'], popular: true });
/** As parsed: earlier pages do not say `live_only`. */
const known = { ...provider, live_only: false };
const nonce = 'n'.repeat(43);
type Change = Readonly<Record<string, unknown>>;

const application = { name: 'A', environment: 'test', support_url: null, logo: null };
const shownApplication = { ...application, support_url: 'https://a.example/help', logo: '/logo' };
const listWith = (...changes: object[]) =>
  changes.map((changed) => ({ providers: [{ ...known, ...changed }] }));

/** One valid message of each type, changes that leave it valid, and changes that make it invalid. */
const pageMessages: readonly [
  message: Change,
  valid: readonly Change[],
  wrong: readonly Change[],
][] = [
  [
    { type: 'ready', application, session: true },
    [{ application: { ...shownApplication, environment: 'live' }, session: false }],
    [
      ...[{ application: null }, { application: [] }, { session: null }, { session: 's' }],
      { application: { name: 'A', environment: 'x' } },
      { application: { name: 'A', environment: 'test', logo: 1 } },
      ...['javascript:alert(1)', '/help', 1].map((support_url) => ({
        application: { name: 'A', environment: 'test', support_url },
      })),
    ],
  ],
  [
    { type: 'providers', providers: [known] },
    [
      { providers: new Array(5000).fill(known) },
      ...listWith(
        ...[{ popular: false }, { status: 'unavailable', reason: 'Under maintenance.' }],
        ...[{ surface: 'popup' }, { status: 'unavailable', live_only: true }],
        ...[{ logo: 'https://acme.example/logo.svg' }, { logo: 'l'.repeat(100_000) }],
        ...[{ name: 'n'.repeat(2000) }, { id: 'i'.repeat(200) }],
        { aliases: new Array(100).fill('a') },
      ),
    ],
    [
      ...[{ providers: {} }, { providers: [null] }, { providers: new Array(5001).fill(provider) }],
      // Holes survive structured cloning, and some array methods skip them.
      ...[{ providers: new Array(3) }, { providers: [{ ...provider, aliases: new Array(3) }] }],
      ...listWith(...Object.keys(known).map((key) => ({ [key]: {} }))),
      ...listWith(...Object.keys(provider).map((key) => ({ [key]: undefined }))),
      ...listWith({ logo: 'l'.repeat(100_001) }, { name: 'n'.repeat(2001) }),
      ...listWith({ id: 'i'.repeat(201) }, { aliases: new Array(101).fill('a') }),
    ],
  ],
  [
    { type: 'provider_selected', provider_id: 'acme' },
    [],
    [{ provider_id: '' }, { provider_id: 1 }],
  ],
  [{ type: 'provider_not_listed' }, [], []],
  [
    { type: 'step', step: 'login' },
    [{ step: 'select' }, { step: 'consent' }],
    [{ step: 'finishing' }, { step: undefined }],
  ],
  [
    { type: 'code', code: 'abc', nonce },
    [{ code: 'c'.repeat(512) }],
    [{ code: '' }, { code: 'a b' }, { code: 'x'.repeat(513) }, { code: ['abc'] }, { nonce: 1 }],
  ],
  [
    { type: 'exit', reason: 'denied' },
    [{ reason: 'closed' }],
    [{ reason: 'error' }, { reason: null }],
  ],
  [{ type: 'exit_requested' }, [], []],
  [
    { type: 'resize', height: 12.5 },
    [{ height: 0 }, { height: 100_000 }],
    [
      ...[{ height: -1 }, { height: Number.NaN }, { height: '12' }],
      ...[{ height: 100_001 }, { height: Number.POSITIVE_INFINITY }],
    ],
  ],
  [{ type: 'leaving' }, [], []],
  [{ type: 'unloading' }, [], []],
  [
    { type: 'handoff_changed', state: 'joined' },
    [{ state: 'waiting' }, { state: 'left' }, { state: 'refused' }],
    [{ state: 'over' }, { state: null }],
  ],
  [
    { type: 'handoff_asked', number: '0471' },
    [{ number: null }],
    [{ number: '471' }, { number: '04711' }, { number: 471 }],
  ],
  [
    { type: 'error', code: 'server_error', message: 'x', retryable: true },
    [{ retryable: false }, { message: 'm'.repeat(2000) }],
    [{ code: 'callback_failed' }, { code: 'toString' }, { message: null }, { retryable: 1 }],
  ],
];

describe.each(pageMessages)('the page’s $type', (message, valid, wrong) => {
  it('is accepted, as a new object without unknown keys', () => {
    for (const change of [{}, ...valid]) {
      const parsed = parsePageMessage({ ...message, ...change, extra: 'x' });
      expect(parsed).toEqual({ ...message, ...change });
      expect(parsed).not.toBe(message);
    }
  });

  it('is malformed when a key is invalid', () => {
    for (const change of wrong) {
      expect([change, parsePageMessage({ ...message, ...change })]).toEqual([change, 'malformed']);
    }
  });
});

describe('a host’s message', () => {
  it.each([
    { type: 'select_provider', provider_id: 'acme' },
    { type: 'back' },
    { type: 'handoff', handoff: nonce, provider_id: null },
    { type: 'handoff', handoff: nonce, provider_id: 'acme' },
    { type: 'code_received' },
    { type: 'unloading' },
    { type: 'close' },
  ])('$type is accepted', (message) => {
    expect(parseHostMessage(message)).toEqual(message);
  });

  it.each([
    { type: 'select_provider' },
    { type: 'handoff', handoff: 'h' },
    { type: 'handoff', handoff: nonce },
    { type: 'handoff', handoff: nonce, provider_id: 1 },
  ])('%j is malformed', (message) => {
    expect(parseHostMessage(message)).toBe('malformed');
  });
});

it('a message of an earlier page has the usual values for what it does not say', () => {
  const ready = parsePageMessage({
    type: 'ready',
    application: { name: 'A', environment: 'test' },
  });
  expect(ready).toEqual({ type: 'ready', application, session: false });
  const list = parsePageMessage({ type: 'providers', providers: [provider] });
  // Its providers are for every application.
  expect(list).toEqual({ type: 'providers', providers: [known] });
});

describe('a token', () => {
  const token = 'aZ09_-'.padEnd(43, 'x');
  const readNonce = (nonce: unknown) => parseWelcome({ ...welcome, nonce })?.nonce;
  const readHandoff = (handoff: unknown) =>
    parseHostMessage({ type: 'handoff', handoff, provider_id: null });

  it('is 43 base64url characters', () => {
    expect(readNonce(token)).toBe(token);
    expect(readHandoff(token)).toMatchObject({ handoff: token });
  });

  it.each([`${token}x`, ` ${token}`, token.slice(1), token.replace('a', '+'), 1, [token]])(
    'is not %j',
    (wrong) => expect([readNonce(wrong), readHandoff(wrong)]).toEqual([undefined, 'malformed']),
  );
});

describe('a hello', () => {
  const hello = { protocol: 'tax-connect', version: 1, type: 'hello' };
  it('is accepted in any version, so that an unsupported one can be reported', () => {
    expect(parseHello({ ...hello, version: 2 })).toEqual({ ...hello, version: 2 });
  });

  it.each([{ protocol: 'tax' }, { type: 'hi' }, { version: '1' }])(
    'is ignored with %o',
    (wrong) => {
      expect(parseHello({ ...hello, ...wrong })).toBeUndefined();
    },
  );
});

describe('a welcome', () => {
  it('is accepted when every key is valid', () => {
    expect(parseWelcome(welcome)).toEqual(welcome);
    const full = { ...welcome, state: 'st', provider_id: 'acme', surface: 'popup', theme: 'dark' };
    expect(parseWelcome({ ...full, selector: 'page' })).toEqual({ ...full, selector: 'page' });
  });

  it('has a session, if its host knows of sessions', () => {
    expect(parseWelcome({ ...welcome, session: 's' })?.session).toBe('s');
    expect(parseWelcome(plainWelcome)?.session).toBe(null);
    expect(parseWelcome({ ...welcome, session: 1 })).toBeUndefined();
  });

  it('has the branding of its host, if the page can read it', () => {
    const parse = (appearance: unknown) => parseWelcome({ ...welcome, appearance })?.appearance;
    const given = { accent_color: '#0f766e', border_radius: 8 };
    expect(parse(undefined)).toBe(null);
    expect(parse(given)).toEqual(given);
    expect(parse({ ...given, accent_color: null, font_family: 'x' })).toEqual({
      accent_color: null,
      border_radius: 8,
    });
    for (const wrong of ['red', { ...given, accent_color: 'red' }, { ...given, border_radius: 25 }])
      expect(parse(wrong)).toBeUndefined();
  });

  it.each(Object.keys(plainWelcome))('is ignored when %s is missing or of another type', (key) => {
    expect(parseWelcome({ ...welcome, [key]: undefined })).toBeUndefined();
    expect(parseWelcome({ ...welcome, [key]: {} })).toBeUndefined();
  });

  it.each(['protocol', 'type', 'surface', 'selector', 'theme'])(
    'is ignored with an unknown %s',
    (key) => expect(parseWelcome({ ...welcome, [key]: 'other' })).toBeUndefined(),
  );
});

describe('a value that is not JSON', () => {
  it.each<[name: string, create: () => object]>([
    ['20 MB of bytes', () => new Uint8Array(20_000_000)],
    ['a Float64Array', () => new Float64Array(3)],
    ['a DataView', () => new DataView(new ArrayBuffer(8))],
    ['a buffer of 20 MB', () => new ArrayBuffer(20_000_000)],
    ['a Map', () => new Map([['type', 'leaving']])],
    ['a Set', () => new Set(['leaving'])],
    ['a Date', () => new Date(0)],
    ['an Error', () => new Error('leaving')],
  ])('%s over a port is unknown as a message, and malformed inside one', (_, create) => {
    const value = create();
    // Ports make such a clone.
    const whole = structuredClone(value);
    expect(parsePageMessage(whole)).toBe('unknown');
    expect(parseHostMessage(whole)).toBe('unknown');
    expect(parseHello(whole)).toBeUndefined();
    expect(parseWelcome(whole)).toBeUndefined();
    for (const message of [
      { type: 'ready', application: value },
      { type: 'providers', providers: value },
      { type: 'providers', providers: [value] },
      { type: 'providers', providers: [{ ...provider, aliases: value }] },
      { type: 'code', code: value, nonce },
      { type: 'resize', height: value },
    ]) {
      expect(parsePageMessage(structuredClone(message))).toBe('malformed');
    }
  });

  it('the control: plain objects over a port are accepted', () => {
    for (const [message] of pageMessages) {
      expect(parsePageMessage(structuredClone(message))).toEqual(message);
    }
  });

  it('only the named keys of a message are read', () => {
    const fail = () => {
      throw new Error('Its keys were asked for.');
    };
    const message = new Proxy({ type: 'step', step: 'login' }, { ownKeys: fail });
    expect(parsePageMessage(message)).toEqual({ type: 'step', step: 'login' });
  });
});

describe('any other message', () => {
  it.each([null, undefined, 1, 'ready', [], ['ready'], {}, { type: 'toString' }, { type: 1 }])(
    '%o is unknown, not malformed',
    (data) => {
      expect(parsePageMessage(data)).toBe('unknown');
      expect(parseHostMessage(data)).toBe('unknown');
    },
  );

  it('is read as own properties only', { tags: ['threat-3'] }, () => {
    const inherited = Object.create({ type: 'exit', reason: 'denied' });
    expect(parsePageMessage(inherited)).toBe('unknown');
    const withProto = JSON.parse('{"__proto__":{"reason":"denied"},"type":"exit"}');
    expect(parsePageMessage(withProto)).toBe('malformed');
  });

  it('never makes a parser throw', { tags: ['threat-12'] }, () => {
    const types = fc.constantFrom('ready', 'providers', 'code', 'error', 'welcome', 'hello', 'x');
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), types, (anything, type) => {
        const data = Object(anything) === anything ? { ...(anything as object), type } : anything;
        for (const parse of [parseHello, parseWelcome, parsePageMessage, parseHostMessage]) {
          expect(() => parse(data)).not.toThrow();
        }
      }),
    );
  });
});
