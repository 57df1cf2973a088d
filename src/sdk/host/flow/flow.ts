import { createHostHandshake } from '../../channel/handshake.ts';
import type { Listener } from '../../channel/listener.ts';
import {
  type HostMessage,
  type PageMessage,
  protocolVersion,
  type WelcomeMessage,
} from '../../protocol/messages.ts';
import { parseHello } from '../../protocol/parse-message.ts';
import { watchDocuments } from './document-watch.ts';
import type { Surface } from './surfaces/surface.ts';
import { watchSurface } from './surfaces/surface-events.ts';

/** One attempt to get a code: one nonce, one window of the surface, one page at a time. */
export interface Flow {
  send(message: HostMessage): void;
  /**
   * Welcomes the Connect page in a window of the surface before it says hello, because it may be unable to say
   * hello.
   */
  welcome(window: Window): void;
  /** Replaces the listener. The new one gets only later messages. */
  listen(listener: Listener<PageMessage>): void;
  /** Closes the channel to the page. Idempotent. */
  close(): void;
}

/**
 * Follows a surface from its first hello. Welcomes every document of the Connect page in it, and detects when
 * another document has replaced the page.
 *
 * @param surface - the surface that shows the page
 * @param welcome - the data for each document; its nonce must come back with the code
 * @param listener - gets the page's messages until the flow is closed or has failed
 * @returns the flow, whose `close` must be called
 */
export function startFlow(
  surface: Surface,
  welcome: WelcomeMessage,
  listener: Listener<PageMessage>,
): Flow {
  let session = listener;
  let isClosed = false;
  let usesSession = false;
  const close = () => {
    isClosed = true;
    documents.close();
    handshake.close();
  };
  const findFault = (message: PageMessage) => {
    if (message.type === 'ready') usesSession = message.session;
    else if (message.type !== 'code') return undefined;
    // A page of an earlier version ignores the session, so its flow could connect another account.
    if (welcome.session && !usesSession) return 'unsupported_version';
    const isForeign = message.type === 'code' && message.nonce !== welcome.nonce;
    return isForeign ? 'protocol_error' : undefined;
  };
  // All messages from the page pass through here. A closed flow passes nothing on.
  const page: Required<Listener<PageMessage>> = {
    onHello: () => session.onHello?.(),
    onMessage(message, isFirst) {
      if (isClosed) return;
      if (isFirst) documents.handleFirstWord();
      if (message.type === 'leaving') documents.handleLeaving();
      const fault = findFault(message);
      if (fault) page.onFailure(fault);
      else session.onMessage(message);
    },
    onFailure(code) {
      if (isClosed) return;
      close();
      session.onFailure(code);
    },
  };
  const documents = watchDocuments(() => page.onFailure('connection_lost'));
  const handshake = createHostHandshake(surface.address.origin, welcome, page);

  watchSurface(surface, {
    onMessage(data, source) {
      const hello = isClosed ? undefined : parseHello(data);
      if (hello?.version === protocolVersion) {
        handshake.answerHello(source);
        page.onHello();
      } else if (hello) page.onFailure('unsupported_version');
    },
    onLoad() {
      if (!isClosed) documents.handleLoad();
    },
    onBlocked: () => page.onFailure('frame_blocked'),
  });
  return {
    send: handshake.send,
    welcome: handshake.answerHello,
    listen(next) {
      session = next;
    },
    close,
  };
}
