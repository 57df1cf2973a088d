// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startFlow } from '../../../src/sdk/host/flow/flow.ts';
import type { WelcomeMessage } from '../../../src/sdk/protocol/messages.ts';

const address = new URL('https://connect.example/connect?client_id=app');
const postMessage = vi.fn();
const pageWindow = { postMessage } as unknown as Window;
const hello = { protocol: 'tax-connect', version: 1, type: 'hello' };
const listener = { onMessage: vi.fn(), onFailure: vi.fn() };

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
  startFlow(surface, {} as WelcomeMessage, listener);
});

/** An event as the browser dispatches it. */
function trust<Trusted extends Event>(event: Trusted, properties: object = {}): Trusted {
  for (const [name, value] of Object.entries({ isTrusted: true, ...properties })) {
    Object.defineProperty(event, name, { value });
  }
  return event;
}

const createMessage = (properties: object = {}) =>
  trust(new MessageEvent('message', { data: hello }), {
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
    expect(postMessage.mock.calls).toEqual([[{}, address.origin, [expect.anything()]]]);
    expect(listener.onFailure).not.toHaveBeenCalled();
  });

  it.each([
    ['another window', { source: { name: 'other' } }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a script', { isTrusted: false }],
    ['no window', { source: null }],
  ])('of %s does not', (_, properties) => {
    send(createMessage(properties));
    expect(postMessage).not.toHaveBeenCalled();
  });

  it('does not count after the window was closed', () => {
    surfaceWindow = null;
    send(createMessage({ source: null }));
    expect(postMessage).not.toHaveBeenCalled();
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

describe('a violation of the host’s policy', () => {
  it.each(['https://connect.example', 'https://connect.example/connect?client_id=app'])(
    'by the frame at %s blocks the surface',
    (blockedURI) => {
      send(createViolation({ blockedURI }));
      expect(listener.onFailure.mock.calls).toEqual([['frame_blocked']]);
    },
  );

  it.each([
    ['of another directive', { effectiveDirective: 'img-src' }],
    ['that is only reported', { disposition: 'report' }],
    ['by another address', { blockedURI: 'https://ads.example' }],
    ['by a script', { isTrusted: false }],
  ])('%s does not', (_, properties) => {
    send(createViolation(properties));
    expect(listener.onFailure).not.toHaveBeenCalled();
  });
});
