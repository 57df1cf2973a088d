import type { Parsed } from '../protocol/parse-message.ts';

/** Receives the other side's messages. Each layer between the port and the session may handle a call itself. */
export interface Listener<Incoming> {
  /** Called when the other side has said hello: it can be reached, although it has sent no message over a port yet. */
  onHello?(): void;
  /** @param isFirst - true when it is the first message of the page's document; undefined on the page's side */
  onMessage(message: Incoming, isFirst?: boolean): void;
  onFailure(code: ChannelFailure): void;
}

/** The errors that end a channel. A port itself reports only `protocol_error`. */
export type ChannelFailure =
  | 'protocol_error'
  | 'unsupported_version'
  | 'connection_lost'
  | 'frame_blocked';

/** The session ends after this many messages of a known type with an invalid shape. */
const maxMalformed = 3;

/** One end of the private channel between the host and the page. */
export interface PortLink<Outgoing> {
  send(message: Outgoing): void;
  close(): void;
}

/** Listens on a port, and sends over it. Unknown types, of later versions, are ignored. Malformed ones are counted. */
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
