// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PreloadOptions } from '../../../src/sdk/host/api.ts';
import { type FlowListener, startFlow } from '../../../src/sdk/host/flow.ts';
import { prepareFlow, takePrepared } from '../../../src/sdk/host/prepare-flow.ts';
import { prepareModal } from '../../../src/sdk/host/prepare-modal.ts';
import type { FrameSurface } from '../../../src/sdk/host/surfaces/frame.ts';
import { followTheme } from '../../../src/sdk/host/theme.ts';
import type { PageMessage, WelcomeMessage } from '../../../src/sdk/protocol/messages.ts';
import { loadMessages } from '../../../src/sdk/ui/locales/load-messages.ts';
import { application, code, framed, popupOnly, ready } from './drive.ts';

vi.mock('../../../src/sdk/host/flow.ts', () => ({ startFlow: vi.fn() }));
vi.mock('../../../src/sdk/host/prepare-modal.ts', () => ({ prepareModal: vi.fn() }));
vi.mock('../../../src/sdk/ui/locales/load-messages.ts', () => ({ loadMessages: vi.fn() }));

const options: PreloadOptions = { clientId: 'app' };
const providers: PageMessage = { type: 'providers', providers: [framed, popupOnly] };
const modal = { show() {}, focus() {}, close: vi.fn() };
const flow = { send: vi.fn(), welcome: vi.fn(), close: vi.fn() };

let page: { listener: FlowListener; welcome: WelcomeMessage };
let surface: FrameSurface & { restart: ReturnType<typeof vi.fn> };
/** Set in the browser's idle time. */
let whenIdle: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  whenIdle = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => whenIdle.push(callback));
  vi.mocked(startFlow).mockImplementation((_, welcome, listener) => {
    page = { listener, welcome };
    return flow;
  });
  vi.mocked(prepareModal).mockReset().mockReturnValue(modal);
  const host = document.createElement('div');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  surface = { id: '42', root, restart: vi.fn() } as unknown as typeof surface;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function say(...messages: readonly PageMessage[]): void {
  for (const message of messages) page.listener.onMessage(message);
}

function letIdle(): void {
  for (const callback of whenIdle.splice(0)) callback();
}

/** The data that a session with these options gets. */
function take(next: PreloadOptions = options, locale?: string) {
  const { theme } = followTheme(next.appearance?.theme);
  return takePrepared(surface, next, { theme, locale });
}

describe('a prepared flow', () => {
  it('welcomes the page with the expected options', () => {
    prepareFlow(surface, {
      clientId: 'app',
      state: 'bound',
      provider: 'framed',
      locale: 'de_AT',
      appearance: { theme: 'dark' },
    });
    expect(startFlow).toHaveBeenCalledOnce();
    expect(page.welcome).toMatchObject({
      session_id: '42',
      state: 'bound',
      surface: 'frame',
      selector: 'host',
      provider_id: 'framed',
      locale: 'de-AT',
      theme: 'dark',
    });
    expect(loadMessages).toHaveBeenCalledWith('de-AT');
  });

  it('hands its messages over, the earlier ones at once', () => {
    prepareFlow(surface, options);
    say(ready, providers);
    const prepared = take();
    expect(prepared?.flow).toBe(flow);
    const listener = { onMessage: vi.fn(), onFailure: vi.fn() };
    prepared?.handOver(listener);
    expect(listener.onMessage.mock.calls.map(([message]) => message)).toEqual([ready, providers]);
    say({ type: 'step', step: 'login' });
    expect(listener.onMessage).toHaveBeenCalledTimes(3);
    page.listener.onFailure('connection_lost');
    expect(listener.onFailure.mock.calls).toEqual([['connection_lost']]);
    letIdle();
    expect(prepareModal).not.toHaveBeenCalled();
  });

  it('forgets the messages of a page that was reloaded', () => {
    prepareFlow(surface, options);
    say(ready, providers, ready);
    const listener = { onMessage: vi.fn(), onFailure: vi.fn() };
    take()?.handOver(listener);
    expect(listener.onMessage.mock.calls.map(([message]) => message)).toEqual([ready]);
  });

  it('is kept by a second preload with the same options, and replaced with others', () => {
    prepareFlow(surface, options);
    prepareFlow(surface, options);
    expect(startFlow).toHaveBeenCalledOnce();
    expect(surface.restart).not.toHaveBeenCalled();
    prepareFlow(surface, { ...options, state: 'other' });
    expect(startFlow).toHaveBeenCalledTimes(2);
    expect(flow.close).toHaveBeenCalledOnce();
    expect(surface.restart).toHaveBeenCalledOnce();
  });
});

describe('a session takes a prepared flow over', () => {
  it('with the same options', () => {
    prepareFlow(surface, { ...options, appearance: { accentColor: 'teal' } });
    const same = take({ ...options, appearance: { accentColor: 'teal' } });
    expect(same?.flow).toBe(flow);
    expect(surface.restart).not.toHaveBeenCalled();
  });

  it.each<[string, PreloadOptions, string?]>([
    ['state', { ...options, state: 'other' }],
    ['provider', { ...options, provider: 'framed' }],
    ['theme', { ...options, appearance: { theme: 'dark' } }],
    ['accent colour', { ...options, appearance: { accentColor: 'teal' } }],
    ['font', { ...options, appearance: { fontFamily: 'serif' } }],
    ['radius', { ...options, appearance: { borderRadius: '0' } }],
    ['language', options, 'fr'],
  ])('but not with another %s: the page is loaded again', (_, next, locale) => {
    prepareFlow(surface, { ...options, locale: 'de', appearance: { theme: 'light' } });
    expect(take(next, locale ?? 'de')).toBe(undefined);
    expect(flow.close).toHaveBeenCalledOnce();
    expect(surface.restart).toHaveBeenCalledOnce();
  });

  it('but gets nothing without a call of preload', () => {
    expect(take()).toBe(undefined);
    expect(surface.restart).not.toHaveBeenCalled();
  });

  it('but not one whose page has been silent for 15 seconds', () => {
    prepareFlow(surface, options);
    vi.advanceTimersByTime(15_000);
    expect(take()?.flow).toBe(flow);
    vi.advanceTimersByTime(1);
    expect(take()).toBe(undefined);
  });

  it('but not one that has waited for ten minutes', () => {
    prepareFlow(surface, options);
    say(ready, providers);
    vi.advanceTimersByTime(600_000);
    expect(take()?.flow).toBe(flow);
    vi.advanceTimersByTime(1);
    expect(take()).toBe(undefined);
  });

  it('but not one whose element was removed', () => {
    prepareFlow(surface, options);
    surface.root.host.remove();
    expect(take()).toBe(undefined);
  });

  it.each<PageMessage>([
    { type: 'error', code: 'server_error', message: 'x', retryable: true },
    { type: 'exit', reason: 'denied' },
    code,
  ])('but not one whose page has sent $type', (message) => {
    prepareFlow(surface, options);
    say(ready, message);
    expect(take()).toBe(undefined);
  });

  it('but not one that has failed', () => {
    prepareFlow(surface, options);
    page.listener.onFailure('frame_blocked');
    expect(take()).toBe(undefined);
  });
});

describe('the modal that is drawn ahead', () => {
  it('shows the providers, in idle time', () => {
    prepareFlow(surface, {
      ...options,
      locale: 'de',
      appearance: { accentColor: 'teal', theme: 'dark' },
    });
    say(ready);
    letIdle();
    expect(prepareModal).not.toHaveBeenCalled();
    say(providers);
    expect(prepareModal).not.toHaveBeenCalled();
    letIdle();
    expect(prepareModal).toHaveBeenCalledWith(surface, {
      application,
      providers: [framed, popupOnly],
      appearance: { accentColor: 'teal', theme: 'dark' },
      theme: expect.objectContaining({ value: 'dark' }),
      locale: 'de',
    });
    expect(take({ ...options, appearance: { accentColor: 'teal', theme: 'dark' } }, 'de')).toEqual(
      expect.objectContaining({ modal }),
    );
  });

  it('is drawn once, with the default appearance', () => {
    prepareFlow(surface, options);
    say(ready, providers);
    letIdle();
    say({ type: 'resize', height: 100 });
    letIdle();
    expect(prepareModal).toHaveBeenCalledOnce();
    expect(vi.mocked(prepareModal).mock.lastCall?.[1].appearance).toEqual({});
  });

  it('is drawn by a browser without idle callbacks, too', () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    prepareFlow(surface, options);
    say(ready, providers);
    expect(prepareModal).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(prepareModal).toHaveBeenCalledOnce();
  });

  it.each<[string, PreloadOptions, readonly PageMessage[]]>([
    ['for a preselected provider', { ...options, provider: 'framed' }, [ready, providers]],
    ['for a single provider', options, [ready, { type: 'providers', providers: [framed] }]],
    ['without providers', options, [ready, { type: 'step', step: 'login' }]],
    ['before the page is ready', options, [{ type: 'resize', height: 1 }, providers]],
    ['after the last message', options, [ready, providers, { type: 'exit', reason: 'closed' }]],
  ])('is not drawn %s', (_, settings, messages) => {
    prepareFlow(surface, settings);
    say(...messages);
    letIdle();
    expect(prepareModal).not.toHaveBeenCalled();
  });

  it('is not drawn after a failure', () => {
    prepareFlow(surface, options);
    say(ready, providers);
    page.listener.onFailure('connection_lost');
    letIdle();
    expect(prepareModal).not.toHaveBeenCalled();
  });

  it('is left to the session when drawing fails', () => {
    vi.mocked(prepareModal).mockImplementation(() => {
      throw new TypeError('no dialog');
    });
    prepareFlow(surface, options);
    say(ready, providers);
    expect(letIdle).not.toThrow();
    expect(take()?.modal).toBe(undefined);
  });

  it('is removed with its style sheets when the flow is not used', () => {
    prepareFlow(surface, options);
    say(ready, providers);
    letIdle();
    surface.root.adoptedStyleSheets = [new CSSStyleSheet()];
    take({ ...options, state: 'other' });
    expect(modal.close).toHaveBeenCalledOnce();
    expect(flow.close).toHaveBeenCalledOnce();
    expect(surface.root.adoptedStyleSheets).toEqual([]);
    expect(take({ ...options, state: 'other' })).toBe(undefined);
  });
});
