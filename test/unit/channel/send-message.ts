import { parseWelcome, type WelcomeMessage } from '../../../src/sdk/protocol/welcome.ts';
import { plainWelcome } from '../../support/plain-welcome.ts';

export const hostOrigin = 'https://host.example';

/** A valid welcome. */
export const welcome = parseWelcome({
  ...plainWelcome,
  session_id: 'session_1',
}) as WelcomeMessage;

/** A message from a window; a test overrides the relevant properties. */
export interface Sent {
  readonly data?: unknown;
  readonly source?: unknown;
  readonly origin?: string;
  readonly ports?: readonly MessagePort[];
  /** False for an event that a script made by `dispatchEvent`. Default true. */
  readonly isTrusted?: boolean;
}

/** Delivers a message to this window as a browser does. */
export function sendMessage({ isTrusted = true, ...sent }: Sent): void {
  const event = new MessageEvent('message', sent as MessageEventInit);
  Object.defineProperty(event, 'isTrusted', { value: isTrusted });
  window.dispatchEvent(event);
}

/** A window that records its messages and their target origins. */
export function createWindow() {
  const target = {
    closed: false,
    received: [] as [message: unknown, origin: string][],
    postMessage: (message: unknown, origin: string) => void target.received.push([message, origin]),
  };
  return target;
}

/** A port that records whether it was closed. */
export function createPort() {
  const port = new MessageChannel().port1;
  const state = { isClosed: false };
  const close = port.close.bind(port);
  port.close = () => {
    state.isClosed = true;
    close();
  };
  return Object.assign(state, { port });
}
