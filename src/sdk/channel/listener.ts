/**
 * Hears the other side of a channel. A session passes one listener down to the port, and a layer in between
 * may add to a call, or drop it.
 */
export interface Listener<Incoming> {
  /** The other side can be reached, although it has sent no message yet. Called for a hello only. */
  onHello?(): void;
  /** @param isFirst - whether it is the first message of its document; the host's handshake knows it */
  onMessage(message: Incoming, isFirst?: boolean): void;
  /** The channel is of no more use. */
  onFailure(code: ChannelFailure): void;
}

/** The errors that end a channel. A port itself reports only `protocol_error`. */
type ChannelFailure =
  | 'protocol_error'
  | 'unsupported_version'
  | 'connection_lost'
  | 'frame_blocked';
