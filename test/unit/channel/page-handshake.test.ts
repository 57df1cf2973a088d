// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HostClue, sayHello, type Welcomed } from '../../../src/sdk/channel/page-handshake.ts';
import {
  createPort,
  createWindow,
  hostOrigin,
  type Sent,
  sendMessage,
  welcome,
} from './send-message.ts';

const hello = { protocol: 'tax-connect', version: 1, type: 'hello' };

let host: ReturnType<typeof createWindow>;
let handshake: ReturnType<typeof sayHello> | undefined;
let welcomed: Welcomed[];

function start(clue: HostClue = { window: host as unknown as Window }) {
  handshake = sayHello(clue, (one) => welcomed.push(one));
  return handshake;
}

/** A page that its host has welcomed. */
function startWelcomed(clue?: HostClue) {
  const page = start(clue);
  answer();
  return page;
}

/** Sends the host's answer with the test's changes. @returns its port */
function answer(changed: Sent = {}) {
  const created = createPort();
  sendMessage({
    data: welcome,
    source: host,
    origin: hostOrigin,
    ports: [created.port],
    ...changed,
  });
  return created;
}

/** @returns the value of a settled promise, or `pending`, which a test would wait for in vain */
async function readNow<Value>(promise: Promise<Value>): Promise<Value | 'pending'> {
  let value: Value | 'pending' = 'pending';
  void promise.then((settled) => {
    value = settled;
  });
  for (let turn = 0; turn < 10; turn += 1) await null;
  return value;
}

beforeEach(() => {
  vi.useFakeTimers();
  host = createWindow();
  welcomed = [];
});

afterEach(() => {
  vi.restoreAllMocks();
  handshake?.close();
  handshake = undefined;
  vi.useRealTimers();
});

describe('a page that says hello', () => {
  it('hears its host through a wrapper of addEventListener that needs `this`', () => {
    const native = globalThis.addEventListener;
    vi.spyOn(globalThis, 'addEventListener').mockImplementation(function listen(
      this: unknown,
      ...values: unknown[]
    ) {
      if (!this) throw new TypeError('The wrapper needs an object.');
      Reflect.apply(native, this, values);
    });
    startWelcomed();
    expect(welcomed).toHaveLength(1);
  });

  it('sends it at once, to any origin, without data', () => {
    start();
    expect(host.received).toEqual([[hello, '*']]);
  });

  it('repeats it four times in a second, for 15 s', () => {
    start();
    vi.advanceTimersByTime(249);
    expect(host.received).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(host.received).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(host.received).toHaveLength(60);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops when it is welcomed, and passes on the welcome, the origin and the port', () => {
    start();
    const { port } = answer();
    expect(welcomed).toEqual([{ welcome, origin: hostOrigin, port }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops sending and listening when it is closed', () => {
    start().close();
    expect(vi.getTimerCount()).toBe(0);
    answer();
    expect(welcomed).toEqual([]);
  });
});

describe('a page ignores a welcome', () => {
  const { port1, port2 } = new MessageChannel();
  const refused: [what: string, changed: Sent][] = [
    ['from another window', { source: createWindow() }],
    ['from a closed window', { source: null }],
    ['that a script dispatched', { isTrusted: false }],
    ['from an opaque origin', { origin: 'null' }],
    ['without an origin', { origin: '' }],
    ['without a port', { ports: [] }],
    ['with two ports', { ports: [port1, port2] }],
    ['of another version', { data: { ...welcome, version: 2 } }],
    ['with other data', { data: 'welcome' }],
  ];

  it.each(refused)('%s, and accepts a valid one afterwards', (_, changed) => {
    start();
    answer(changed);
    expect(welcomed).toEqual([]);
    expect(answer().isClosed).toBe(false);
    expect(welcomed).toHaveLength(1);
  });

  it('closes the port of an ignored welcome', () => {
    start();
    expect(answer({ source: createWindow() }).isClosed).toBe(true);
  });

  it('but leaves the port of another message to other scripts, such as a password manager', () => {
    start();
    expect(answer({ data: { sender: 'an extension' }, source: window }).isClosed).toBe(false);
    answer();
    expect(answer({ data: { sender: 'an extension' }, source: window }).isClosed).toBe(false);
  });

  it('a second time, and closes its port', { tags: ['threat-8'] }, () => {
    startWelcomed();
    expect(answer().isClosed).toBe(true);
    expect(welcomed).toHaveLength(1);
  });
});

describe('a page without an opener that knows its session', () => {
  const clue = { sessionId: 'session_1' };

  it.each<[what: string, changed: Sent]>([
    ['of another session', { data: { ...welcome, session_id: 'session_2' } }],
    ['with other data', { data: 'noise' }],
    ['from its own window', { source: window }],
    ['from a closed window', { source: null }],
  ])('ignores a welcome %s, and accepts one of its session', (_, changed) => {
    start(clue);
    answer(changed);
    expect(welcomed).toEqual([]);
    answer();
    expect(welcomed).toHaveLength(1);
  });

  it('sends no hello before it is welcomed, because it knows no window', async () => {
    const { checkHost } = start(clue);
    expect(vi.getTimerCount()).toBe(0);
    answer();
    const presence = checkHost();
    expect(host.received).toEqual([[hello, '*']]);
    answer();
    expect(await readNow(presence)).toBe('there');
  });

  it('keeps the first window: another window that knows the session is ignored', () => {
    startWelcomed(clue);
    expect(answer({ source: createWindow() }).isClosed).toBe(true);
    expect(welcomed).toHaveLength(1);
  });
});

describe('checkHost', () => {
  it('reports a present host that answers with the same session', async () => {
    const { checkHost } = startWelcomed();
    const presence = checkHost();
    expect(answer().isClosed).toBe(true);
    expect(await readNow(presence)).toBe('there');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer when checks overlap', async () => {
    const { checkHost } = startWelcomed();
    const checks = [checkHost(), checkHost()];
    vi.advanceTimersByTime(250);
    checks.push(checkHost());
    answer();
    expect(await readNow(Promise.all(checks))).toEqual(['there', 'there', 'there']);
    expect(vi.getTimerCount()).toBe(0);
    const sent = host.received.length;
    vi.advanceTimersByTime(15_000);
    expect(host.received).toHaveLength(sent);
  });

  it.each<[what: string, ...answers: Sent[]]>([
    ['no answer'],
    ['an answer with another origin', { origin: 'https://other.example' }],
    ['an answer with another session', { data: { ...welcome, session_id: 'session_2' } }],
    ['an answer with another nonce', { data: { ...welcome, nonce: 'm'.repeat(43) } }],
  ])('reports a silent host after 5 s with %s, each time', async (_, ...answers) => {
    const { checkHost } = startWelcomed();
    for (const hellos of [20, 40]) {
      const presence = checkHost();
      for (const changed of answers) answer(changed);
      vi.advanceTimersByTime(4999);
      expect(await readNow(presence)).toBe('pending');
      vi.advanceTimersByTime(1);
      expect(await readNow(presence)).toBe('silent');
      expect(host.received).toHaveLength(1 + hellos);
    }
  });

  it('reports a closed host at once, also when it closes meanwhile', async () => {
    const { checkHost } = startWelcomed();
    const presence = checkHost();
    host.closed = true;
    vi.advanceTimersByTime(250);
    expect(await readNow(presence)).toBe('closed');
    expect(vi.getTimerCount()).toBe(0);
    expect(await readNow(checkHost())).toBe('closed');
    expect(host.received).toHaveLength(2);
  });

  it('settles every check, also when the page closes', async () => {
    const page = startWelcomed();
    const both = Promise.all([page.checkHost(), page.checkHost()]);
    page.close();
    expect(await readNow(both)).toEqual(['silent', 'silent']);
  });
});
