/**
 * Receives the messages of the other side of a channel. A session passes one listener down to the port. Each layer in
 * between may act on a call, or not pass it on.
 */
export interface Listener<Incoming> {
  /** The other side can be reached, although it has not sent a message yet. Called only for a hello. */
  onHello?(): void;
  /** @param isFirst - whether it is the first message of the page's document; missing on the side of the page */
  onMessage(message: Incoming, isFirst?: boolean): void;
  /** The channel can no longer be used. */
  onFailure(code: ChannelFailure): void;
}

/** The errors that end a channel. A port itself reports only `protocol_error`. */
export type ChannelFailure =
  | 'protocol_error'
  | 'unsupported_version'
  | 'connection_lost'
  | 'frame_blocked';
