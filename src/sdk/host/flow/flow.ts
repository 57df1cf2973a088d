import { createHostHandshake } from '../../channel/host-handshake.ts';
import type { Listener } from '../../channel/port.ts';
import {
  type PageMessage,
  protocolName,
  protocolVersion,
  type SurfaceKind,
} from '../../protocol/messages.ts';
import type { WelcomeMessage } from '../../protocol/welcome.ts';
import type { OpenOptions } from '../api.ts';
import { createToken } from '../open/random-token.ts';
import type { Presentation } from '../session/presentation.ts';
import { describeAppearance } from './describe-appearance.ts';
import { watchDocuments } from './document-watch.ts';
import type { Surface } from './surfaces/surface.ts';

/** The flow welcomes every document of the page that says hello, and fails when another document replaces the page. */
export function startFlow(
  surface: Surface,
  welcome: WelcomeMessage,
  listener: Listener<PageMessage>,
) {
  let current = listener;
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
    // A page of an earlier version ignores the backend's session, so its flow could connect another account.
    if (welcome.session && !usesSession) return 'unsupported_version';
    const isForeign = message.type === 'code' && message.nonce !== welcome.nonce;
    return isForeign ? 'protocol_error' : undefined;
  };
  const page: Required<Listener<PageMessage>> = {
    onHello: () => current.onHello?.(),
    onMessage(message, isFirst) {
      if (isClosed) return;
      if (isFirst) documents.handleMessage();
      if (message.type === 'leaving') documents.handleLeaving();
      const fault = findFault(message);
      if (fault) page.onFailure(fault);
      else current.onMessage(message);
    },
    onFailure(code) {
      if (isClosed) return;
      close();
      current.onFailure(code);
    },
  };
  const documents = watchDocuments(() => page.onFailure('connection_lost'));
  const handshake = createHostHandshake(surface, welcome, page);
  surface.listen((event) => {
    if (event instanceof MessageEvent) handshake.handleMessage(event);
    else if (!event.isTrusted || isClosed) return;
    else if (!(event instanceof SecurityPolicyViolationEvent)) documents.handleLoad();
    else if (isViolationOf(event, surface.address)) page.onFailure('frame_blocked');
  });
  return {
    send: handshake.send,
    /** Sends the welcome before a hello. A page that was reloaded in a popup has no opener, so it cannot say hello. */
    welcome: handshake.welcome,
    listen(next: Listener<PageMessage>): void {
      current = next;
    },
    close,
  };
}

export type Flow = ReturnType<typeof startFlow>;

/** True when a policy has blocked the frame. Browsers report the address in full, or only its origin. */
function isViolationOf(event: SecurityPolicyViolationEvent, address: URL): boolean {
  const { effectiveDirective, disposition, blockedURI } = event;
  return (
    effectiveDirective === 'frame-src' &&
    disposition === 'enforce' &&
    address.href.startsWith(blockedURI)
  );
}

interface Welcoming extends Pick<Presentation, 'theme' | 'locale'> {
  readonly id: string;
  readonly settings: Pick<OpenOptions, 'session' | 'state' | 'appearance'>;
  readonly providerId: string | null;
}

export function createWelcome(
  { id, settings, providerId, theme, locale }: Welcoming,
  surface: SurfaceKind,
): WelcomeMessage {
  return {
    protocol: protocolName,
    version: protocolVersion,
    type: 'welcome',
    session_id: id,
    nonce: createToken(),
    state: settings.state ?? null,
    session: settings.session ?? null,
    surface,
    selector: surface === 'frame' ? 'host' : 'page',
    provider_id: providerId,
    locale: locale ?? navigator.languages?.[0] ?? 'en',
    theme: theme.peek(),
    appearance: describeAppearance(settings.appearance),
  };
}
