import type { Parsed } from '../protocol/parse-message.ts';
import type { Listener } from './listener.ts';

/** The session ends after this many messages of a known type with an invalid shape. */
const maxMalformed = 3;

/** One end of the private channel between the host and the page. */
export interface PortLink<Outgoing> {
  send(message: Outgoing): void;
  close(): void;
}

/**
 * Listens on a port and sends over it. Unknown types are ignored, so that later versions can add types. Malformed
 * messages are dropped and counted.
 */
export function linkPort<Incoming, Outgoing>(
  port: MessagePort,
  parse: (data: unknown) => Parsed<Incoming>,
  listener: Listener<Incoming>,
): PortLink<Outgoing> {
  let malformed = 0;
  port.onmessage = (event) => {
    const message = parse(event.data);
    if (message === 'unknown') return;
    if (message !== 'malformed') listener.onMessage(message);
    else if (++malformed === maxMalformed) listener.onFailure('protocol_error');
  };
  return {
    send: (message) => port.postMessage(message),
    close() {
      port.onmessage = null;
      port.close();
    },
  };
}
