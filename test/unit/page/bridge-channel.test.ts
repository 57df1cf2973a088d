// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Bridge,
  type BridgeOptions,
  createBridge,
} from '../../../src/sdk/page/create-bridge.ts';
import { createWindow, hostOrigin, sendMessage, welcome } from '../channel/send-message.ts';
import { describeWindow, restoreWindow } from './whole-page.tsx';

const handlers = {
  onSession: vi.fn(),
  onSelectProvider: vi.fn(),
  onBack: vi.fn(),
  onClose: vi.fn(),
  onCodeReceived: vi.fn(),
  onHostUnload: vi.fn(),
  onHandoff: vi.fn(),
};
let host: ReturnType<typeof createWindow>;
let bridge: Bridge | undefined;
let hostPort: MessagePort | undefined;
let heard: unknown[];

type Surface = 'frame' | 'popup';
const showIn = (surface: Surface) =>
  describeWindow(surface === 'popup' ? { opener: host } : { parent: host, top: host });

function openBridge(options?: BridgeOptions, wanted: Partial<typeof handlers> = handlers): Bridge {
  bridge = createBridge({ ...handlers, ...wanted }, options);
  return bridge;
}

/** Sends the host's welcome. @returns the host's port, which records the page's messages */
function welcomePage(changed: Record<string, unknown> = {}): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => heard.push(data);
  hostPort = port1;
  const data = { ...welcome, ...changed };
  sendMessage({ data, source: host, origin: hostOrigin, ports: [port2] });
  return port1;
}

/** A page that its host has welcomed, and the host's port. */
function open(surface: Surface, changed: Record<string, unknown> = {}) {
  showIn(surface);
  const page = openBridge();
  return { page, port: welcomePage({ surface, ...changed }) };
}

beforeEach(() => {
  vi.resetAllMocks();
  host = createWindow();
  heard = [];
});

afterEach(() => {
  bridge?.close();
  hostPort?.close();
  hostPort = undefined;
  restoreWindow();
  Reflect.deleteProperty(window.location, 'ancestorOrigins');
});

describe('the host of a page', () => {
  const between = () => describeWindow({ parent: host, top: createWindow() });
  it.each([
    ['is no page between host and page', between, 'origin_not_allowed', 'top-level'],
    ['must exist', () => {}, 'opener_severed', 'No page shows Connect'],
  ])('%s', (...[, describeHost, code, reason]) => {
    describeHost();
    const refusal = expect.objectContaining({ code, message: expect.stringContaining(reason) });
    expect(() => openBridge()).toThrow(refusal);
  });
});

describe('a welcome', () => {
  it('is passed on as a session, with the origin from the browser', () => {
    open('frame', { state: 'st', provider_id: 'acme', theme: 'dark' });
    const own = { sessionId: 'session_1', nonce: welcome.nonce, origin: hostOrigin };
    const given = { state: 'st', providerId: 'acme', theme: 'dark' };
    expect(handlers.onSession.mock.calls).toMatchObject([[{ ...own, ...given }]]);
  });

  /** Browsers other than Firefox say who embeds the page. */
  const describeEmbedder = (...value: readonly unknown[]) =>
    Object.defineProperty(window.location, 'ancestorOrigins', { configurable: true, value });

  it.each([[hostOrigin], ['null'], [undefined]])(
    'is accepted when the embedder is %s',
    (embedder) => {
      describeEmbedder(embedder);
      open('frame');
      expect(handlers.onSession).toHaveBeenCalledOnce();
    },
  );

  it('is refused, with its port, when the embedder is another page than the sender', async () => {
    describeEmbedder('https://other.example');
    const { page, port } = open('frame');
    port.postMessage({ type: 'back' });
    page.sendStep('login');
    await passMessage();
    expect(handlers.onSession).not.toHaveBeenCalled();
    expect(handlers.onBack).not.toHaveBeenCalled();
    expect(heard).toEqual([]);
  });

  it.each([
    [undefined, null],
    [{ keepOpener: true }, 'kept'],
  ])('drops the opener, with options %o', (options, expected) => {
    showIn('popup');
    openBridge(options);
    welcomePage({ surface: 'popup' });
    expect(window.opener).toBe(expected === 'kept' ? host : expected);
  });
});

describe('a message of the page', () => {
  const provider = { id: 'acme' };
  const nonce = 'n'.repeat(43);
  const error = { code: 'server_error', message: 'm', retryable: true } as const;
  const unknown = { name: 'A', environment: 'test', extra: 1 };
  const application = { name: 'A', environment: 'test', support_url: null, logo: null };
  const brand = { support_url: 'https://a.example', logo: 'https://c.example/logo' };
  const bound = { ...brand, name: 'A', environment: 'live' };
  const said: readonly (readonly [keyof Bridge, readonly unknown[], object])[] = [
    ['sendReady', [unknown], { type: 'ready', application, session: false }],
    ['sendReady', [bound, true], { type: 'ready', application: bound, session: true }],
    ['sendProviders', [[provider]], { type: 'providers', providers: [provider] }],
    ['sendProviderSelected', ['acme'], { type: 'provider_selected', provider_id: 'acme' }],
    ['sendProviderNotListed', [], { type: 'provider_not_listed' }],
    ['sendStep', ['login'], { type: 'step', step: 'login' }],
    ['sendCode', ['abc', nonce], { type: 'code', code: 'abc', nonce }],
    ['sendExit', ['denied'], { type: 'exit', reason: 'denied' }],
    ['requestExit', [], { type: 'exit_requested' }],
    ['sendResize', [12], { type: 'resize', height: 12 }],
    ['sendLeaving', [], { type: 'leaving' }],
    ['sendHandoffChanged', ['joined'], { type: 'handoff_changed', state: 'joined' }],
    ['sendError', [error], { type: 'error', ...error }],
  ];
  const say = (bridge: Bridge, name: keyof Bridge, values: readonly unknown[]) =>
    (bridge[name] as (...values: readonly unknown[]) => void)(...values);

  it.each(said)('%s goes over the port', async (name, values, message) => {
    say(open('frame').page, name, values);
    await vi.waitFor(() => expect(heard).toEqual([message]));
  });

  it('before the welcome is dropped', async () => {
    showIn('frame');
    const page = openBridge();
    for (const [name, values] of said) say(page, name, values);
    welcomePage();
    page.sendStep('consent');
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'step', step: 'consent' }]));
  });

  it.each(['', 'two words', 'é', 'c'.repeat(513)])(
    'with the code %j is refused, as hosts would refuse it',
    (code) => {
      const { sendCode } = open('frame').page;
      const message = expect.stringContaining('ASCII');
      const refusal = expect.objectContaining({ code: 'invalid_options', message });
      expect(() => sendCode(code, nonce)).toThrow(refusal);
      expect(() => sendCode('c'.repeat(512), nonce)).not.toThrow();
    },
  );

  it('is not sent once the bridge is closed', async () => {
    const { page, port } = open('popup');
    page.sendStep('login');
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    page.close();
    page.sendStep('consent');
    window.dispatchEvent(new Event('pagehide'));
    port.postMessage({ type: 'back' });
    await passMessage();
    expect(heard).toHaveLength(1);
    expect(handlers.onBack).not.toHaveBeenCalled();
  });
});

it('a host’s window that was closed without a message is noticed, once', () => {
  vi.useFakeTimers();
  open('popup');
  vi.advanceTimersByTime(5000);
  expect(handlers.onHostUnload).not.toHaveBeenCalled();
  host.closed = true;
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  expect(handlers.onHostUnload).toHaveBeenCalledOnce();
});

describe('a document that is unloaded', () => {
  const step = { type: 'step', step: 'select' };
  const leaving = { type: 'leaving' };
  const unloading = { type: 'unloading' };
  const stay = (page: Bridge) => {
    page.sendLeaving();
    page.sendStep('select');
  };

  it.each<[string, 'frame' | 'popup', (page: Bridge) => void, object[]]>([
    ['sends unloading in a popup', 'popup', () => {}, [unloading]],
    ['sends no more than leaving', 'popup', (page) => page.sendLeaving(), [leaving]],
    ['that has stayed sends both', 'popup', stay, [leaving, step, unloading]],
    ['sends nothing in a frame, which the host removes itself', 'frame', () => {}, []],
  ])('%s', async (...[, surface, act, messages]) => {
    act(open(surface).page);
    window.dispatchEvent(new Event('pagehide'));
    await passMessage();
    expect(heard).toEqual(messages);
  });
});

describe('a message of the host', () => {
  const handoff = 'h'.repeat(43);
  it.each([
    ['onSelectProvider', { type: 'select_provider', provider_id: 'acme' }, ['acme']],
    ['onBack', { type: 'back' }, []],
    ['onHandoff', { type: 'handoff', handoff, provider_id: 'acme' }, [handoff, 'acme']],
    ['onCodeReceived', { type: 'code_received' }, []],
    ['onClose', { type: 'close' }, []],
  ] as const)('calls only %s', async (name, message, args) => {
    open('frame').port.postMessage(message);
    await vi.waitFor(() => expect(handlers[name]).toHaveBeenCalledExactlyOnceWith(...args));
    const { onSession: _, [name]: called, ...others } = handlers;
    expect(called).toBeDefined();
    for (const other of Object.values(others)) expect(other).not.toHaveBeenCalled();
  });

  it('may have no handler on the page', async () => {
    showIn('frame');
    openBridge(undefined, { onHandoff: undefined, onCodeReceived: undefined } as never);
    const port = welcomePage();
    port.postMessage({ type: 'code_received' });
    port.postMessage({ type: 'handoff', handoff, provider_id: null });
    port.postMessage({ type: 'back' });
    await vi.waitFor(() => expect(handlers.onBack).toHaveBeenCalledOnce());
  });

  it.each([
    ['popup', 'close', 1],
    ['popup', 'back', 0],
    ['frame', 'close', 0],
  ] as const)('in a %s, %s closes the popup %i times', async (surface, type, times) => {
    const close = vi.fn();
    describeWindow({ close });
    open(surface).port.postMessage({ type });
    const called = type === 'close' ? handlers.onClose : handlers.onBack;
    await vi.waitFor(() => expect(called).toHaveBeenCalledOnce());
    expect(close).toHaveBeenCalledTimes(times);
  });

  it('causes an error when it is malformed three times', async () => {
    const { port } = open('frame');
    for (let count = 0; count < 3; count += 1) port.postMessage({ type: 'select_provider' });
    const message = expect.stringContaining('does not understand');
    const error = { type: 'error', code: 'protocol_error', retryable: true, message };
    await vi.waitFor(() => expect(heard).toMatchObject([error]));
  });
});

describe('the focus', () => {
  const nothing = () => {};
  /** Leaves a field for another window, and returns. @returns whether the field has the focus again */
  async function leaveAndReturn(meanwhile = nothing, moment = nothing) {
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    field.blur();
    const focus = vi.spyOn(field, 'focus');
    meanwhile();
    window.dispatchEvent(new Event('focus'));
    moment();
    await new Promise((resolve) => setTimeout(resolve));
    const isBack = document.activeElement === field;
    if (isBack) expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
    document.body.replaceChildren();
    return isBack;
  }
  const focusOther = () => document.body.appendChild(document.createElement('button')).focus();

  it('returns to a field in a frame, until the bridge is closed', async () => {
    showIn('frame');
    const page = openBridge();
    expect(await leaveAndReturn()).toBe(true);
    expect(await leaveAndReturn(nothing, page.close)).toBe(false);
    expect(await leaveAndReturn()).toBe(false);
  });

  const press = () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  it.each<[string, Surface, meanwhile: () => void, moment: () => void]>([
    ['after a press, which sets it itself', 'frame', press, nothing],
    ['from another element', 'frame', focusOther, nothing],
    ['from Tab, which chooses an element a moment later', 'frame', nothing, focusOther],
    ['in another window', 'popup', nothing, nothing],
  ])('is not taken %s, in a %s', async (...[, surface, meanwhile, moment]) => {
    showIn(surface);
    openBridge();
    expect(await leaveAndReturn(meanwhile, moment)).toBe(false);
  });
});

/** After this message, every earlier message of a port has arrived. */
async function passMessage(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const arrived = new Promise((resolve) => (port2.onmessage = resolve));
  port1.postMessage(null);
  await arrived;
  port1.close();
}
