import type { Bridge, BridgeHandlers, HostPresence, PageSession } from 'tax-connect/page';
import type { FlowReporter, FlowStore } from './flow.ts';
import type { FrameHandoff } from './frame-handoff.ts';
import { describeForHost } from './problems.ts';
import type { ProviderVisit } from './provider-visit.ts';

/** What joins a flow to its host. */
export interface EmbeddedFlowOptions {
  /** `createBridge` of `tax-connect/page`, or a test's. */
  readonly createBridge: (handlers: BridgeHandlers) => Bridge;
  /** The user is back from a provider's own site. */
  readonly visit?: ProviderVisit | undefined;
  /** Takes the window to a provider's own site. */
  readonly onVisit: (url: string) => void;
  /** Whether the page was reloaded and the host may find it. It then waits as long as hosts search. */
  readonly isReloaded?: boolean;
  /** Makes the flow, given who passes its events on and who can tell whether the host is there. */
  readonly createStore: (
    reporter: FlowReporter,
    checkHost: () => Promise<HostPresence>,
  ) => FlowStore;
  /** Shares the flow with a window that the host has opened. */
  readonly createHandoff: (getBridge: () => Bridge | undefined) => FrameHandoff;
  /**
   * For the page of a window that has a handoff: continues without a host. Called when the
   * page has no host, or its host does not welcome it.
   */
  readonly join?: ((store: FlowStore) => void) | undefined;
  /** The host welcomed the page; comes before the flow starts. */
  readonly onSession: (session: PageSession) => void;
}

/** A flow with a host, in whatever state the channel to it is. */
export interface EmbeddedFlow {
  readonly store: FlowStore;
  /** Escape was pressed and nothing on the page used it. */
  requestExit(): void;
  /**
   * The user has confirmed on the page that the session is to end.
   *
   * @returns whether a host is there, which then closes the window. Closed by its page, the window could
   *   lose the message on its way
   */
  confirmExit(): Promise<boolean>;
  /** @param height - of the content, CSS pixels */
  sendHeight(height: number): void;
}

/** How long the page waits for a host that never welcomes it. */
export const welcomeTimeoutMs = 15_000;

/** How long the host may need to confirm the code; a present host confirms at once. */
export const confirmationTimeoutMs = 5000;

/** Without an opener, a page cannot say hello. A host that finds it again needs less than this. */
const joinAfterMs = 5000;

/**
 * Runs the embedded flow: what happens on the page goes to the host, and what the host asks for
 * happens on the page.
 *
 * @param options - the bridge and the flow
 * @returns the flow and what the page itself has to say to the host
 */
export function runEmbeddedFlow(options: EmbeddedFlowOptions): EmbeddedFlow {
  let bridge: Bridge | undefined;
  let session: PageSession | undefined;
  const delivery = createDelivery(() => bridge);
  const reporter = createReporter(
    () => bridge,
    () => session,
  );
  const onVisit = (url: string) => {
    bridge?.sendLeaving();
    options.onVisit(url);
  };
  const store = options.createStore({ ...reporter, onVisit, onCode: delivery.send }, async () => {
    // A frame closes with its host. A joined window learns it from the service.
    return session?.surface === 'popup' && bridge ? await bridge.checkHost() : 'there';
  });
  const handoff = options.createHandoff(() => bridge);
  const goOnAlone = () => {
    clearTimeout(welcomeTimer);
    if (options.join) {
      bridge?.close();
      options.join(store);
    } else failWithoutHost(store, options.visit ? 'host_gone' : 'no_host');
  };
  const waitMs = options.isReloaded ? joinAfterMs : welcomeTimeoutMs;
  const welcomeTimer = setTimeout(goOnAlone, waitMs);

  const handlers: BridgeHandlers = {
    onSession(welcomed) {
      clearTimeout(welcomeTimer);
      session = welcomed;
      const { providerId, selector } = welcomed;
      // The request is sent first, so that drawing does not delay it.
      const { visit } = options;
      void store.start({ binding: pickBinding(welcomed), providerId, selector, visit });
      options.onSession(welcomed);
    },
    onSelectProvider: (providerId) => void store.selectProvider(providerId),
    onHandoff(secret, providerId) {
      // No port speaks before its welcome.
      if (session) void handoff.start({ ...pickShared(session), secret, providerId });
    },
    onBack() {
      if (!handoff.takeBack()) void store.goBack();
    },
    onCodeReceived: () => delivery.confirm(store),
    onHostUnload: () => failWithoutHost(store, 'host_gone'),
    onClose() {
      handoff.close();
      store.close();
      bridge?.close();
    },
  };
  try {
    if (options.visit?.isJoined) goOnAlone();
    else bridge = options.createBridge(handlers);
  } catch {
    // Opened by hand, cut off, or framed too deep: there is no host to tell.
    goOnAlone();
  }
  return {
    store,
    requestExit: () => bridge?.requestExit(),
    async confirmExit() {
      bridge?.sendExit('closed');
      return session !== undefined && (await bridge?.checkHost()) === 'there';
    },
    sendHeight(height) {
      // While the host draws the selector, or nothing is there yet, there is no content to measure.
      const { kind } = store.view.value;
      const isEmpty = kind === 'starting' || (kind === 'select' && session?.selector === 'host');
      if (!isEmpty && height > 0) bridge?.sendResize(height);
    },
  };
}

const pickBinding = ({ origin, nonce, state, sessionId }: PageSession) => ({
  origin,
  nonce,
  state,
  sessionId,
});

/** A window without a host gets this from the service. */
const pickShared = ({ locale, theme, sessionId }: PageSession) => ({ locale, theme, sessionId });

function createReporter(
  getBridge: () => Bridge | undefined,
  getSession: () => PageSession | undefined,
): Omit<FlowReporter, 'onCode' | 'onVisit'> {
  return {
    onStarted({ application, providers }) {
      // Together, so that the host never shows an empty selector.
      getBridge()?.sendReady(application);
      getBridge()?.sendProviders(providers);
    },
    onProviderSelected: (providerId) => getBridge()?.sendProviderSelected(providerId),
    onProviderNotListed: () => getBridge()?.sendProviderNotListed(),
    onStep: (step) => getBridge()?.sendStep(step),
    onDenied: () => getBridge()?.sendExit('denied'),
    onFailed(problem) {
      // Without a session there is no host to tell.
      if (getSession()) getBridge()?.sendError(describeForHost(problem));
    },
  };
}

/** A code on its way to the host. */
interface Delivery {
  readonly send: FlowReporter['onCode'];
  /** The host has said that it has the code, perhaps after the page gave up waiting. */
  confirm(store: FlowStore): void;
}

function createDelivery(getBridge: () => Bridge | undefined): Delivery {
  let confirm: (() => void) | undefined;
  return {
    send: (code, nonce) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), confirmationTimeoutMs);
        confirm = () => {
          clearTimeout(timer);
          resolve(true);
        };
        getBridge()?.sendCode(code, nonce);
      }),
    confirm(store) {
      confirm?.();
      store.confirm();
    },
  };
}

/** A host may be reloaded, and a provider's site may cut the window off from its host. */
function failWithoutHost(store: FlowStore, code: 'host_gone' | 'no_host'): void {
  store.fail({ code, description: 'No application waits for this page.', retryable: false });
}
