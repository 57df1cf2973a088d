/** Receives the other side's messages. Each layer between the port and the session may handle a call itself. */
export interface Listener<Incoming> {
  /** Called when the other side has said hello: it can be reached, although it has sent no message over a port yet. */
  onHello?(): void;
  /** @param isFirst - whether it is the first message of the page's document; undefined on the page's side */
  onMessage(message: Incoming, isFirst?: boolean): void;
  onFailure(code: ChannelFailure): void;
}

/** The errors that end a channel. A port itself reports only `protocol_error`. */
export type ChannelFailure =
  | 'protocol_error'
  | 'unsupported_version'
  | 'connection_lost'
  | 'frame_blocked';
