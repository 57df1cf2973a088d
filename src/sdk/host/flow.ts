import { createHostHandshake } from '../channel/handshake.ts';
import {
  type HostMessage,
  type PageMessage,
  protocolVersion,
  type WelcomeMessage,
} from '../protocol/messages.ts';
import { parseHello } from '../protocol/parse-message.ts';
import { watchDocuments } from './document-watch.ts';
import type { FailureCode } from './failures.ts';
import type { Surface } from './surfaces/surface.ts';
import { watchSurface } from './surfaces/surface-events.ts';

/** Receives the events of a flow. */
export interface FlowListener {
  /** A page can be reached, although it has sent no message yet. */
  onHello?(): void;
  onMessage(message: PageMessage): void;
  /** The flow has ended. No call follows. */
  onFailure(code: FailureCode): void;
}

/** One try to get a code: one nonce, one window of the surface, one page at a time. */
export interface Flow {
  send(message: HostMessage): void;
  /**
   * Welcomes the Connect page in a window of the surface before it says hello, because it may be unable to.
   */
  welcome(window: Window): void;
  /** Closes the channel to the page. Idempotent. */
  close(): void;
}

/**
 * Follows a surface from its first hello. Welcomes every document of the Connect page in it, and detects
 * when another document has replaced the page.
 *
 * @param surface - what shows the page
 * @param welcome - the data for each document; its nonce must come back with the code
 * @param listener - receives what happens
 * @returns the flow, whose `close` must be called
 */
export function startFlow(surface: Surface, welcome: WelcomeMessage, listener: FlowListener): Flow {
  let isClosed = false;
  const close = () => {
    isClosed = true;
    documents.close();
    handshake.close();
  };
  const fail = (code: FailureCode) => {
    if (isClosed) return;
    close();
    listener.onFailure(code);
  };
  const documents = watchDocuments(() => fail('connection_lost'));
  const handshake = createHostHandshake(surface.address.origin, welcome, {
    onFirstWord: documents.handleFirstWord,
    onMessage(message) {
      if (isClosed) return;
      if (message.type === 'leaving') documents.handleLeaving();
      if (message.type === 'code' && message.nonce !== welcome.nonce) {
        fail('protocol_error');
      } else listener.onMessage(message);
    },
    onProtocolError: () => fail('protocol_error'),
  });

  watchSurface(surface, {
    onMessage(data, source) {
      const hello = isClosed ? undefined : parseHello(data);
      if (hello?.version === protocolVersion) {
        handshake.answerHello(source);
        listener.onHello?.();
      } else if (hello) fail('unsupported_version');
    },
    onLoad() {
      if (!isClosed) documents.handleLoad();
    },
    onBlocked: () => fail('frame_blocked'),
  });
  return {
    send: handshake.send,
    welcome: handshake.answerHello,
    close,
  };
}
