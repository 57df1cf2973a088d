// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchSurface } from '../../../src/sdk/host/flow/surfaces/surface-events.ts';

const address = new URL('https://connect.example/connect?client_id=app');
const pageWindow = { name: 'page' } as Window;
const handlers = { onMessage: vi.fn(), onLoad: vi.fn(), onBlocked: vi.fn() };

let send: (event: Event) => void;
let surfaceWindow: Window | null;

class Violation extends Event {
  effectiveDirective = 'frame-src';
  disposition = 'enforce';
  blockedURI = 'https://connect.example';
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('SecurityPolicyViolationEvent', Violation);
  surfaceWindow = pageWindow;
  const surface = {
    address,
    get window() {
      return surfaceWindow;
    },
    listen(listener: (event: Event) => void) {
      send = listener;
    },
    close() {},
  };
  watchSurface(surface, handlers);
});

/** An event as the browser dispatches it. */
function trust<Trusted extends Event>(event: Trusted, properties: object = {}): Trusted {
  for (const [name, value] of Object.entries({ isTrusted: true, ...properties })) {
    Object.defineProperty(event, name, { value });
  }
  return event;
}

const createMessage = (properties: object = {}) =>
  trust(new MessageEvent('message', { data: 'hi' }), {
    source: pageWindow,
    origin: 'https://connect.example',
    ports: [],
    ...properties,
  });

const createViolation = (properties: object = {}) =>
  trust(new Violation('securitypolicyviolation'), properties);

describe('a message', () => {
  it('of the surface’s window and the Connect origin counts', () => {
    send(createMessage());
    expect(handlers.onMessage.mock.calls).toEqual([['hi', pageWindow]]);
    expect(handlers.onLoad).not.toHaveBeenCalled();
    expect(handlers.onBlocked).not.toHaveBeenCalled();
  });

  it.each([
    ['another window', { source: { name: 'other' } }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a script', { isTrusted: false }],
    ['no window', { source: null }],
  ])('of %s does not', (_, properties) => {
    send(createMessage(properties));
    expect(handlers.onMessage).not.toHaveBeenCalled();
    expect(handlers.onLoad).not.toHaveBeenCalled();
  });

  it('does not count after the window was closed', () => {
    surfaceWindow = null;
    send(createMessage({ source: null }));
    expect(handlers.onMessage).not.toHaveBeenCalled();
  });

  it('must bring no port: one that comes is closed', () => {
    const port = { close: vi.fn() };
    send(createMessage({ ports: [port] }));
    expect(port.close).toHaveBeenCalledOnce();
    const foreign = { close: vi.fn() };
    send(createMessage({ ports: [foreign], origin: 'https://evil.example' }));
    expect(foreign.close).not.toHaveBeenCalled();
  });
});

describe('a load', () => {
  it('counts when the browser reports it', () => {
    send(trust(new Event('load')));
    expect(handlers.onLoad).toHaveBeenCalledOnce();
    send(new Event('load'));
    expect(handlers.onLoad).toHaveBeenCalledOnce();
    expect(handlers.onBlocked).not.toHaveBeenCalled();
  });
});

describe('a violation of the host’s policy', () => {
  it.each(['https://connect.example', 'https://connect.example/connect?client_id=app'])(
    'by the frame at %s blocks the surface',
    (blockedURI) => {
      send(createViolation({ blockedURI }));
      expect(handlers.onBlocked).toHaveBeenCalledOnce();
      expect(handlers.onLoad).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['of another directive', { effectiveDirective: 'img-src' }],
    ['that is only reported', { disposition: 'report' }],
    ['by another address', { blockedURI: 'https://ads.example' }],
    ['by a script', { isTrusted: false }],
  ])('%s does not', (_, properties) => {
    send(createViolation(properties));
    expect(handlers.onBlocked).not.toHaveBeenCalled();
    expect(handlers.onLoad).not.toHaveBeenCalled();
  });
});
