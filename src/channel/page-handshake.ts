import {
  helloIntervalMs,
  maxHellos,
  protocolName,
  protocolVersion,
  type WelcomeMessage,
} from '../protocol/messages.ts';
import { parseWelcome } from '../protocol/parse-message.ts';

/** The host's answer to a hello. */
export interface Welcomed {
  readonly welcome: WelcomeMessage;
  /** The host's origin, from the event: the one thing about the host that cannot be made up. */
  readonly origin: string;
  readonly port: MessagePort;
}

/**
 * Steps 1 and 3 of the handshake (see handshake.ts), on the Connect page.
 *
 * @param hostWindow - the parent (in a frame) or the opener (in a popup)
 * @param onWelcome - called once, with the first welcome that passes every check
 * @returns stops saying hello and listening; idempotent
 */
export function sayHello(hostWindow: Window, onWelcome: (welcomed: Welcomed) => void): () => void {
  let hellosLeft = maxHellos;
  let isWelcomed = false;
  const handleMessage = (event: MessageEvent) => {
    const welcomed = isWelcomed ? undefined : readWelcome(event, hostWindow);
    if (welcomed) {
      isWelcomed = true;
      clearInterval(timer);
      onWelcome(welcomed);
    } else {
      // The answer to a hello that was still under way, or somebody's try to be talked to.
      for (const port of event.ports) port.close();
    }
  };
  const hello = () => {
    const message = { protocol: protocolName, version: protocolVersion, type: 'hello' };
    // Safe to send to anybody: it carries no data, and its answer is checked.
    hostWindow.postMessage(message, '*');
    if (--hellosLeft === 0) clearInterval(timer);
  };
  const timer = setInterval(hello, helloIntervalMs);
  addEventListener('message', handleMessage);
  hello();
  return () => {
    clearInterval(timer);
    removeEventListener('message', handleMessage);
  };
}

function readWelcome(event: MessageEvent, hostWindow: Window): Welcomed | undefined {
  const { isTrusted, source, origin, ports } = event;
  const port = ports[0];
  // An opaque origin ("null") is shared by every sandboxed document: nobody can be bound to it.
  if (!isTrusted || source !== hostWindow || !port || ports.length !== 1) return undefined;
  if (!origin || origin === 'null') return undefined;
  const welcome = parseWelcome(event.data);
  return welcome && { welcome, origin, port };
}
