import { type HostClue, type HostPresence, sayHello } from '../channel/page-handshake.ts';
import { linkPort, type PortLink } from '../channel/port.ts';
import { type AuthorizationCode, parseAuthorizationCode } from '../protocol/brands.ts';
import type { PageErrorCode } from '../protocol/error-codes.ts';
import { ConnectError } from '../protocol/errors.ts';
import type {
  ConnectApplication,
  HandoffState,
  HostMessage,
  PageExitReason,
  PageMessage,
  PageStep,
} from '../protocol/messages.ts';
import { parseHostMessage } from '../protocol/parse-message.ts';
import type { Provider } from '../protocol/provider.ts';
import { describeSession, type PageSession } from '../protocol/welcome.ts';
import { keepFocus } from './keep-focus.ts';

/** Handlers for messages of the host. */
export interface BridgeHandlers {
  /**
   * Called once, with the host's session. Let the service bind the flow to its `origin`, `nonce`, `state` and
   * `session`. Then call `sendReady` and `sendProviders`.
   */
  onSession(session: PageSession): void;
  /** The user picked a provider in the host's selector. */
  onSelectProvider(providerId: string): void;
  /** The user wants to pick another provider. */
  onBack(): void;
  /** The host is about to remove the frame or popup. A popup closes itself after this call. */
  onClose(): void;
  /**
   * The host has received the code. Show success only after this call, and in a frame a second later: until the modal
   * hides the page, its user must not see a success that may still become a failure.
   */
  onCodeReceived?(): void;
  /** The host's document has ended. A popup outlives it, but its code reaches no host: later messages are dropped. */
  onHostUnload?(): void;
  /**
   * Called in a frame, when the host has opened a popup that may be cut off from it. Register the handoff, a one-time
   * secret, at the service, so that the popup's page can join this flow. Report its progress with
   * `sendHandoffChanged`. Without this handler, a popup that is cut off cannot be used.
   *
   * @param handoff - 43 base64url characters, also in the fragment of the popup's address
   * @param providerId - the provider that the popup's page starts with, or null
   */
  onHandoff?(handoff: string, providerId: string | null): void;
}

/** Options of `createBridge`. */
export interface BridgeOptions {
  /**
   * Keeps `window.opener` after the handshake; default false. A popup's page that leaves for a provider's own site and
   * returns needs it to say hello again. The provider's site can then navigate the host's window.
   */
  readonly keepOpener?: boolean | undefined;
  /**
   * The `sessionId` of an earlier document in this window. A page that was reloaded in a popup has no opener, and waits
   * for a host that knows this ID. Keep it in `sessionStorage`; it is not a secret.
   */
  readonly sessionId?: string | null | undefined;
}

/** The Connect page's side of the channel, with one method for each message of the protocol. */
export interface Bridge {
  /**
   * Reports that the service has bound the flow to the host, and that the flow can start.
   *
   * @param usesSession - true when the service has bound the flow to `session` of the welcome; default false. If the
   *   host sent a session, false makes the host end the flow with `unsupported_version`
   */
  sendReady(application: ConnectApplication, usesSession?: boolean): void;
  /** Sends the list of providers, at most 5,000. Call it after `sendReady`. */
  sendProviders(providers: readonly Provider[]): void;
  /** Confirms a selection, in the host's or the page's selector. */
  sendProviderSelected(providerId: string): void;
  /** Reports that the user's provider is missing from the list. Send it only for the page's own selector. */
  sendProviderNotListed(): void;
  /** Reports the step that the user has reached. */
  sendStep(step: PageStep): void;
  /**
   * Sends the authorization code. Later messages are ignored.
   *
   * @param code - 1 to 512 visible ASCII characters
   * @throws {ConnectError} `invalid_options` for an invalid code, which hosts would refuse
   * @see https://www.rfc-editor.org/rfc/rfc6749#appendix-A.11
   */
  sendCode(code: string, nonce: string): void;
  /** Reports that the user ended the flow on the page. Later messages are ignored. */
  sendExit(reason: PageExitReason): void;
  /** Reports that Escape was pressed on the page. The host decides whether to close. */
  requestExit(): void;
  /** Reports the height of the content, in CSS pixels. */
  sendResize(height: number): void;
  /** Announces that this window leaves for the provider's own site. */
  sendLeaving(): void;
  /** Reports the progress of the handoff that `onHandoff` received. */
  sendHandoffChanged(state: HandoffState): void;
  /**
   * Reports that the popup's page asks its user whether they opened the popup.
   *
   * @param number - four digits, which the host shows and the user types into the popup; null when the user only has
   *   to press a button
   */
  sendHandoffAsked(number: string | null): void;
  /** Ends the flow with an error. Later messages are ignored. */
  sendError(error: { code: PageErrorCode; message: string; retryable: boolean }): void;
  /**
   * Finds out whether the host's session is still open, within 5 s. Call it in a popup before the user signs in or
   * allows access. A host that was reloaded or left cannot accept the code.
   */
  checkHost(): Promise<HostPresence>;
  /** Closes the channel to the host. Idempotent. */
  close(): void;
}

/**
 * Connects a hosted Connect page with its host. The bridge says hello to the parent or opener, accepts the first
 * welcome, and then communicates only over the welcome's port. Messages that are sent before the welcome are dropped.
 *
 * @returns the page's side of the channel; call `close` when the page is done
 * @throws {ConnectError} `opener_severed` when no host shows the page, `origin_not_allowed` when the page is framed
 *   more than one level deep
 * @example
 * ```ts
 * import { createBridge } from 'tax-connect/page';
 *
 * const bridge = createBridge({
 *   onSession({ origin, nonce }) {
 *     console.log('Bind the flow to', origin, nonce);
 *     bridge.sendReady({ name: 'Corner Shop', environment: 'test' });
 *     bridge.sendProviders([]);
 *   },
 *   onSelectProvider: (providerId) => bridge.sendProviderSelected(providerId),
 *   onBack: () => bridge.sendStep('select'),
 *   onClose: () => bridge.close(),
 * });
 * ```
 */
export function createBridge(handlers: BridgeHandlers, options: BridgeOptions = {}): Bridge {
  let link: PortLink<PageMessage> | undefined;
  const handshake = sayHello(findHost(options), (welcomed) => {
    // If the embedder did not send the welcome, another page is between the host and this page. Firefox says `null`
    // when a referrer policy hides the embedder. https://github.com/whatwg/html/pull/11560
    const embedder = window.location.ancestorOrigins?.[0];
    if (embedder && embedder !== 'null' && embedder !== welcomed.origin) return;
    link = linkPort(welcomed.port, parseHostMessage, {
      onMessage(message) {
        // A host that is unloading could still answer by closing this popup, before its user has read why.
        if (message.type === 'unloading') closeLink();
        // The types of the table guarantee that the handler fits the message.
        const receive = receivers[message.type] as Receive<HostMessage>;
        receive(handlers, message);
        // Without an opener, only the page itself can close its window.
        if (message.type === 'close' && welcomed.welcome.surface === 'popup') window.close();
      },
      onFailure: () => send(malformedError),
    });
    // If this window visits a provider's site next, that site must not reach the host's window through `opener`.
    if (window.opener && !options.keepOpener) window.opener = null;
    handlers.onSession(describeSession(welcomed.welcome, welcomed.origin));
  });
  const send = (message: PageMessage) => link?.send(message);
  const closeLink = () => {
    clearInterval(watch);
    link?.close();
    link = undefined;
  };
  const isFramed = window.parent !== window;
  let hasLeft = false;
  // Sends the last message of a popup's document, because a port does not report that its document has ended.
  const handleHide = () => {
    if (!isFramed && !hasLeft) send({ type: 'unloading' });
  };
  window.addEventListener('pagehide', handleHide);
  const lookForHost = () => {
    if (!link || !handshake.isHostClosed()) return;
    closeLink();
    handlers.onHostUnload?.();
  };
  // Only a popup can outlive its host's window, which may end before its message `unloading` is sent.
  const watch = isFramed ? undefined : setInterval(lookForHost, closedHostMs);
  // Only in a frame can another document take the focus.
  const stopKeepingFocus = isFramed ? keepFocus() : undefined;
  return {
    ...createSenders(send),
    sendStep(step) {
      // The provider's site did not load, so the page has stayed.
      hasLeft = false;
      send({ type: 'step', step });
    },
    sendLeaving() {
      hasLeft = true;
      send({ type: 'leaving' });
    },
    checkHost: handshake.checkHost,
    close() {
      handshake.close();
      window.removeEventListener('pagehide', handleHide);
      stopKeepingFocus?.();
      closeLink();
    },
  };
}

const closedHostMs = 1000;

const malformedError: PageMessage = {
  type: 'error',
  code: 'protocol_error',
  message: 'The application sent messages that this page does not understand.',
  retryable: true,
};

function createSenders(
  send: (message: PageMessage) => void,
): Omit<Bridge, 'sendStep' | 'sendLeaving' | 'checkHost' | 'close'> {
  return {
    sendReady: ({ name, environment, support_url = null, logo = null }, session = false) =>
      send({ type: 'ready', application: { name, environment, support_url, logo }, session }),
    sendProviders: (providers) => send({ type: 'providers', providers }),
    sendProviderSelected: (providerId) =>
      send({ type: 'provider_selected', provider_id: providerId }),
    sendProviderNotListed: () => send({ type: 'provider_not_listed' }),
    sendCode: (code, nonce) => send({ type: 'code', code: requireCode(code), nonce }),
    sendExit: (reason) => send({ type: 'exit', reason }),
    requestExit: () => send({ type: 'exit_requested' }),
    sendResize: (height) => send({ type: 'resize', height }),
    sendHandoffChanged: (state) => send({ type: 'handoff_changed', state }),
    sendHandoffAsked: (number) => send({ type: 'handoff_asked', number }),
    sendError: ({ code, message, retryable }) => send({ type: 'error', code, message, retryable }),
  };
}

function requireCode(value: string): AuthorizationCode {
  const code = parseAuthorizationCode(value);
  if (code) return code;
  throw new ConnectError(
    'invalid_options',
    'sendCode: the code must be 1 to 512 visible ASCII characters.',
  );
}

function findHost({ sessionId }: BridgeOptions): HostClue {
  const { parent, opener, top } = window;
  if (parent !== window) {
    // Only a top-level page may frame this page, because a page between it and the host could cover this page.
    if (parent === top) return { window: parent };
    throw new ConnectError('origin_not_allowed', 'Connect must be framed by a top-level page.');
  }
  if (opener) return { window: opener as Window };
  if (sessionId) return { sessionId };
  throw new ConnectError('opener_severed', 'No page shows Connect, or it cannot be reached.');
}

type Receive<Message> = (handlers: BridgeHandlers, message: Message) => void;

const receivers: {
  readonly [Type in HostMessage['type']]: Receive<Extract<HostMessage, { type: Type }>>;
} = {
  select_provider: (handlers, { provider_id }) => handlers.onSelectProvider(provider_id),
  back: (handlers) => handlers.onBack(),
  handoff: (handlers, { handoff, provider_id }) => handlers.onHandoff?.(handoff, provider_id),
  code_received: (handlers) => handlers.onCodeReceived?.(),
  unloading: (handlers) => handlers.onHostUnload?.(),
  close: (handlers) => handlers.onClose(),
};
