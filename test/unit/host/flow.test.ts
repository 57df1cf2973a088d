import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHostHandshake } from '../../../src/sdk/channel/handshake.ts';
import { type Flow, startFlow } from '../../../src/sdk/host/flow.ts';
import type { Surface } from '../../../src/sdk/host/surfaces/surface.ts';
import {
  type SurfaceHandlers,
  watchSurface,
} from '../../../src/sdk/host/surfaces/surface-events.ts';
import { createWelcome } from '../../../src/sdk/host/welcome.ts';
import type { Nonce } from '../../../src/sdk/protocol/brands.ts';
import type { WelcomeMessage } from '../../../src/sdk/protocol/messages.ts';
import { code, ready } from './drive.ts';

vi.mock('../../../src/sdk/channel/handshake.ts', () => ({ createHostHandshake: vi.fn() }));
vi.mock('../../../src/sdk/host/surfaces/surface-events.ts', () => ({ watchSurface: vi.fn() }));

const surface = { address: new URL('https://connect.example/connect?client_id=app') } as Surface;
const pageWindow = { name: 'page' } as Window;
const handshake = { answerHello: vi.fn(), send: vi.fn(), close: vi.fn() };
const listener = { onHello: vi.fn(), onMessage: vi.fn(), onFailure: vi.fn() };
const hello = { protocol: 'tax-connect', version: 1, type: 'hello' };

let page: Parameters<typeof createHostHandshake>[2];
let events: SurfaceHandlers;
let welcome: WelcomeMessage;
let flow: Flow;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  vi.mocked(createHostHandshake).mockImplementation((_origin, _welcome, handlers) => {
    page = handlers;
    return handshake;
  });
  vi.mocked(watchSurface).mockImplementation((_, handlers) => {
    events = handlers;
  });
  welcome = createWelcome(
    {
      id: '42',
      settings: {},
      providerId: null,
      theme: { peek: () => 'light' } as never,
      locale: 'en',
    },
    'frame',
  );
  flow = startFlow(surface, welcome, listener);
});

afterEach(() => {
  vi.useRealTimers();
});

it('welcomes documents of the Connect page’s origin only', () => {
  const [origin, sent] = vi.mocked(createHostHandshake).mock.lastCall ?? [];
  expect([origin, sent]).toEqual(['https://connect.example', welcome]);
  expect(vi.mocked(watchSurface).mock.lastCall?.[0]).toBe(surface);
});

describe('a hello', () => {
  it('is answered to the window it came from', () => {
    events.onMessage(hello, pageWindow);
    expect(handshake.answerHello.mock.calls).toEqual([[pageWindow]]);
    expect(listener.onHello).toHaveBeenCalledOnce();
    expect(listener.onFailure).not.toHaveBeenCalled();
  });

  it('of another version ends the flow', () => {
    events.onMessage({ ...hello, version: 2 }, pageWindow);
    expect(listener.onFailure.mock.calls).toEqual([['unsupported_version']]);
    expect(handshake.answerHello).not.toHaveBeenCalled();
    expect(handshake.close).toHaveBeenCalledOnce();
  });

  it('is told from any other message', () => {
    for (const other of [null, 'hello', {}, { ...hello, protocol: 'other' }, ready]) {
      events.onMessage(other, pageWindow);
    }
    expect(handshake.answerHello).not.toHaveBeenCalled();
    expect(listener.onFailure).not.toHaveBeenCalled();
  });

  it('is not answered once the flow is closed', () => {
    flow.close();
    events.onMessage(hello, pageWindow);
    events.onMessage({ ...hello, version: 2 }, pageWindow);
    expect(handshake.answerHello).not.toHaveBeenCalled();
    expect(listener.onHello).not.toHaveBeenCalled();
    expect(listener.onFailure).not.toHaveBeenCalled();
  });

  it('may be of no interest', () => {
    startFlow(surface, welcome, { onMessage() {}, onFailure() {} });
    expect(() => events.onMessage(hello, pageWindow)).not.toThrow();
  });
});

describe('a message', () => {
  it('reaches the listener', () => {
    page.onMessage(ready);
    expect(listener.onMessage.mock.calls).toEqual([[ready]]);
  });

  it('with a code needs the nonce of this flow', () => {
    const own = { ...code, nonce: welcome.nonce } as typeof code;
    page.onMessage(own);
    expect(listener.onMessage.mock.calls).toEqual([[own]]);
    page.onMessage({ ...code, nonce: 'other' as Nonce } as typeof code);
    expect(listener.onMessage).toHaveBeenCalledOnce();
    expect(listener.onFailure.mock.calls).toEqual([['protocol_error']]);
  });

  it('that breaks the protocol ends the flow, once', () => {
    page.onProtocolError();
    page.onProtocolError();
    page.onMessage(ready);
    expect(listener.onFailure.mock.calls).toEqual([['protocol_error']]);
    expect(listener.onMessage).not.toHaveBeenCalled();
    expect(handshake.close).toHaveBeenCalledOnce();
  });
});

describe('a document that replaces the page', () => {
  const replace = () => {
    page.onFirstWord?.();
    events.onLoad();
    events.onLoad();
  };

  it('ends the flow when it stays silent', () => {
    replace();
    vi.advanceTimersByTime(4999);
    expect(listener.onFailure).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(listener.onFailure.mock.calls).toEqual([['connection_lost']]);
  });

  it('may be the site of a provider, if the page has said so', () => {
    page.onMessage({ type: 'leaving' });
    page.onFirstWord?.();
    page.onMessage({ type: 'leaving' });
    events.onLoad();
    events.onLoad();
    vi.advanceTimersByTime(600_000);
    expect(listener.onFailure).not.toHaveBeenCalled();
  });

  it('is of no interest once the flow is closed', () => {
    replace();
    flow.close();
    vi.advanceTimersByTime(60_000);
    events.onLoad();
    events.onLoad();
    vi.advanceTimersByTime(60_000);
    expect(listener.onFailure).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a policy that blocks the surface ends the flow', () => {
  events.onBlocked();
  expect(listener.onFailure.mock.calls).toEqual([['frame_blocked']]);
});

it('sends to the page, and welcomes a window that cannot say hello', () => {
  flow.send({ type: 'back' });
  flow.welcome(pageWindow);
  expect(handshake.send.mock.calls).toEqual([[{ type: 'back' }]]);
  expect(handshake.answerHello.mock.calls).toEqual([[pageWindow]]);
});
