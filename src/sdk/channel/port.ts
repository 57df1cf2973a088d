import type { Parsed } from '../protocol/parse-message.ts';

/** The session ends after this many messages of a known type with an invalid shape. */
const maxMalformed = 3;

/** One end of the private channel. */
export interface PortLink<Outgoing> {
  send(message: Outgoing): void;
  /** Stops listening and closes the port. Idempotent. */
  close(): void;
}

/** The handlers of a link. */
export interface PortHandlers<Incoming> {
  /** Turns `event.data` into a message. Must not throw. */
  parse(data: unknown): Parsed<Incoming>;
  onMessage(message: Incoming): void;
  /** The peer sent malformed messages `maxMalformed` times. */
  onProtocolError(): void;
}

/**
 * Listens on a port and sends over it. Unknown types are ignored, so that later versions can add types.
 * Malformed messages are dropped and counted.
 *
 * @param port - this side's end; messages already queued on it are delivered in order
 * @param handlers - handle the incoming messages
 * @returns the link, whose `close` must be called
 */
export function linkPort<Incoming, Outgoing>(
  port: MessagePort,
  handlers: PortHandlers<Incoming>,
): PortLink<Outgoing> {
  let malformed = 0;
  port.onmessage = (event) => {
    const message = handlers.parse(event.data);
    if (message === 'unknown') return;
    if (message !== 'malformed') handlers.onMessage(message);
    else if (++malformed === maxMalformed) handlers.onProtocolError();
  };
  return {
    send: (message) => port.postMessage(message),
    close() {
      port.onmessage = null;
      port.close();
    },
  };
}
