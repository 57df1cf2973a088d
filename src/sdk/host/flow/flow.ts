import { createHostHandshake } from '../../channel/handshake.ts';
import type { Listener } from '../../channel/listener.ts';
import {
  type HostMessage,
  type PageMessage,
  protocolName,
  protocolVersion,
  type SurfaceKind,
  type WelcomeMessage,
} from '../../protocol/messages.ts';
import type { OpenOptions } from '../api.ts';
import { createToken } from '../open/create-id.ts';
import { describeAppearance } from './describe-appearance.ts';
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

/** The parts of a session that its pages get. */
export interface FlowFacts {
  /** The session's ID. */
  readonly id: string;
  readonly settings: Pick<OpenOptions, 'session' | 'state' | 'appearance'>;
  /** The provider that the page starts with, or null. */
  readonly providerId: string | null;
  readonly theme: 'light' | 'dark';
  /** The host's choice of language, if any. */
  readonly locale: string | undefined;
  /** In a frame the modal draws the selector, in a popup the page draws it. */
  readonly kind: SurfaceKind;
}

/**
 * Follows a surface from its first hello. Welcomes every document of the Connect page in it, and detects when
 * another document has replaced the page.
 *
 * @param surface - the surface that shows the page
 * @param firstListener - gets the page's messages until the flow is closed or has failed
 * @returns the flow, whose `close` must be called
 */
export function startFlow(
  surface: Surface,
  facts: FlowFacts,
  firstListener: Listener<PageMessage>,
): Flow {
  const welcome = createWelcome(facts);
  let listener = firstListener;
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
    onHello: () => listener.onHello?.(),
    onMessage(message, isFirst) {
      if (isClosed) return;
      if (isFirst) documents.handleFirstWord();
      if (message.type === 'leaving') documents.handleLeaving();
      const fault = findFault(message);
      if (fault) page.onFailure(fault);
      else listener.onMessage(message);
    },
    onFailure(code) {
      if (isClosed) return;
      close();
      listener.onFailure(code);
    },
  };
  const documents = watchDocuments(() => page.onFailure('connection_lost'));
  const handshake = createHostHandshake(surface.address.origin, welcome, page);

  watchSurface(surface, {
    onMessage: handshake.handleMessage,
    onLoad() {
      if (!isClosed) documents.handleLoad();
    },
    onBlocked: () => page.onFailure('frame_blocked'),
  });
  return {
    send: handshake.send,
    welcome: handshake.welcome,
    listen(next) {
      listener = next;
    },
    close,
  };
}

/** The data for each document of a flow. Its nonce must come back with the code. */
function createWelcome({
  id,
  settings,
  providerId,
  theme,
  locale,
  kind,
}: FlowFacts): WelcomeMessage {
  return {
    protocol: protocolName,
    version: protocolVersion,
    type: 'welcome',
    session_id: id,
    nonce: createToken(),
    state: settings.state ?? null,
    session: settings.session ?? null,
    surface: kind,
    selector: kind === 'frame' ? 'host' : 'page',
    provider_id: providerId,
    locale: locale ?? navigator.languages?.[0] ?? 'en',
    theme,
    appearance: describeAppearance(settings.appearance),
  };
}
