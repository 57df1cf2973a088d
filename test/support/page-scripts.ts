/**
 * What runs inside the pages of the attack tests. Each function is sent to the browser as text, so
 * it may use nothing but its own parameters and the page's globals.
 */

import type { ConnectSession, OpenOptions, TaxConnect } from 'tax-connect';
import type { Bridge, BridgeHandlers, PageSession } from 'tax-connect/page';

/** Everything the SDK said to the host page. The code itself is never kept. */
export interface Told {
  /** Length of each code that `onSuccess` got; comparing is done inside the page. */
  readonly codeLengths: number[];
  /** Whether each of those was the code in `expectedCode`. */
  readonly areExpected: boolean[];
  readonly exits: {
    readonly reason: string;
    readonly code: string | null;
    readonly step: string;
  }[];
  /** Names of all events, in order. */
  readonly events: string[];
  /** Codes of the errors of `failed` events. */
  readonly failures: string[];
  /** What shows the page from then on, and why: `popup provider`. */
  readonly surfaces: string[];
  /** What each `finished` resolved to. */
  readonly outcomes: string[];
  /** Directives that the host's content security policy saw violated. */
  readonly violations: string[];
}

/** What a test may want otherwise of `openConnect`. */
export interface OpenConnect extends Omit<OpenOptions, 'clientId' | 'onSuccess'> {
  /** What `onSuccess` does: return, stay pending until `settleCallback`, or post to `/callback`. */
  callback?: 'return' | 'pending' | 'forward';
}

/** Where and as whom a host page connects. */
export interface HostSettings {
  readonly clientId: string;
  /** Default: the address that the SDK was built with. */
  readonly connectUrl?: string;
  /** Default: the SDK's. */
  readonly display?: NonNullable<OpenOptions['display']>;
}

/** One message that a page was sent, as it can be shown to a test. */
interface Heard {
  readonly origin: string;
  readonly data: string;
  readonly ports: number;
}

/** A page that keeps whatever reaches it, and says whatever a test wants it to. */
interface Peer {
  /** Window messages, but fences. */
  readonly heard: Heard[];
  /** Messages on every port that it was ever sent or made. */
  readonly heardOnPorts: string[];
  readonly ports: MessagePort[];
  /** Says hello, as a Connect page would. */
  hello(target: Window, version?: number): void;
  /** Speaks on the port that came last. */
  say(message: unknown): void;
  /** Makes a channel, keeps one end and answers with the other. */
  makePort(): MessagePort;
}

declare global {
  interface Window {
    TaxConnect: typeof TaxConnect;
    told: Told;
    /** Set by a test whose Connect page sends a made-up code. */
    expectedCode: string;
    openConnect(options?: OpenConnect): ConnectSession;
    /** What the page's own button opens Connect with. */
    clickOptions?: OpenConnect;
    /** What `openConnect` returned last. */
    session: ConnectSession;
    settleCallback(isSuccess: boolean): void;
    /** Resolves when the target has handled every message that was posted to it before. */
    passFence(target: Window): Promise<void>;
    peer: Peer;
    connectPage: { bridge: Bridge; sessions: PageSession[]; selected: string[]; sendCode(): void };
  }
}

/**
 * Runs in every page: answers fences (by a name that Chromium has not taken: `window.fence` is). Messages from one window to another arrive in order, so
 * a window with the answer to a fence also has what was sent before it.
 */
export function installFence(): void {
  const waiting = new Map<number, () => void>();
  let count = 0;
  addEventListener('message', ({ data, source }) => {
    if (typeof data?.fence === 'number')
      source?.postMessage({ fenced: data.fence }, { targetOrigin: '*' });
    if (typeof data?.fenced === 'number') waiting.get(data.fenced)?.();
  });
  window.passFence = (target) =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      target.postMessage({ fence: count }, '*');
    });
}

/**
 * Runs in a host page: opens Connect, and keeps what it is told.
 *
 * @param settings - where and as whom
 * @param sdk - the copy of the SDK to use
 */
export function installHost(settings: HostSettings, sdk: typeof TaxConnect): void {
  const told: Told = {
    codeLengths: [],
    areExpected: [],
    exits: [],
    events: [],
    failures: [],
    surfaces: [],
    outcomes: [],
    violations: [],
  };
  let settle: ((isSuccess: boolean) => void) | undefined;
  const createCallback = (kind: OpenConnect['callback']) => {
    if (kind === 'forward') return sdk.forwardCode('/callback');
    if (kind !== 'pending') return () => Promise.resolve();
    return () =>
      new Promise<void>((resolve, reject) => {
        settle = (isSuccess) => (isSuccess ? resolve() : reject(new Error('The host says no.')));
      });
  };
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
    told.violations.push(effectiveDirective),
  );
  window.told = told;
  window.settleCallback = (isSuccess) => settle?.(isSuccess);
  window.openConnect = ({ callback, ...options } = {}) => {
    const answer = createCallback(callback);
    const session = sdk.open({
      // Own properties only: some tests pollute Object.prototype.
      ...settings,
      onSuccess({ code }: { code: string }) {
        told.codeLengths.push(code.length);
        told.areExpected.push(code === window.expectedCode);
        return answer({ code });
      },
      onExit({ reason, error, step }) {
        told.exits.push({ reason, code: error?.code ?? null, step });
      },
      onEvent(event) {
        told.events.push(event.name);
        if (event.name === 'failed') told.failures.push(event.error.code);
        if (event.name === 'surface_changed')
          told.surfaces.push(`${event.surface} ${event.reason}`);
      },
      ...options,
    });
    if (session === window.session) return session;
    window.session = session;
    void session.finished.then((outcome) => {
      told.outcomes.push(outcome.status === 'exited' ? outcome.reason : outcome.status);
    });
    return session;
  };
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.id === 'connect') {
      window.openConnect(window.clickOptions);
    }
  });
}

/**
 * Runs in a foreign page: a hostile frame, a lookalike, a malicious Connect page.
 *
 * @param greets - whether it says hello to its parent at once
 */
export function installPeer(greets: boolean): void {
  const show = (data: unknown) => {
    try {
      return JSON.stringify(data) ?? String(data);
    } catch {
      return 'a value without JSON';
    }
  };
  const heard: Heard[] = [];
  const heardOnPorts: string[] = [];
  const ports: MessagePort[] = [];
  const keep = (port: MessagePort) => {
    ports.push(port);
    port.onmessage = ({ data }) => heardOnPorts.push(show(data));
  };
  addEventListener('message', ({ data, origin, ports: sent }) => {
    if (data?.fence !== undefined || data?.fenced !== undefined) return;
    heard.push({ origin, data: show(data), ports: sent.length });
    sent.forEach(keep);
  });
  window.peer = {
    heard,
    heardOnPorts,
    ports,
    hello: (target, version = 1) =>
      target.postMessage({ protocol: 'tax-connect', version, type: 'hello' }, '*'),
    say: (message) => ports.at(-1)?.postMessage(message),
    makePort() {
      const { port1, port2 } = new MessageChannel();
      keep(port1);
      return port2;
    },
  };
  if (greets) window.peer.hello(parent);
}

/**
 * Runs in a Connect page that is made with `tax-connect/page`: waits at the login.
 *
 * @param createBridge - of the copy of `tax-connect/page` to use
 * @param keepOpener - see `BridgeOptions`
 */
export function installBridgePage(
  createBridge: typeof import('tax-connect/page').createBridge,
  keepOpener: boolean,
): void {
  const sessions: PageSession[] = [];
  const selected: string[] = [];
  const common = { aliases: [], popular: true, logo: null, reason: null, surface: 'any' } as const;
  const handlers: BridgeHandlers = {
    onSession(session) {
      sessions.push(session);
      bridge.sendReady({ name: 'Bridged', environment: 'test' });
      bridge.sendProviders([
        { id: 'alpha', name: 'Alpha', domain: 'alpha.example', status: 'available', ...common },
        { id: 'beta', name: 'Beta', domain: 'beta.example', status: 'available', ...common },
      ]);
    },
    onSelectProvider(providerId) {
      selected.push(providerId);
      bridge.sendProviderSelected(providerId);
      bridge.sendStep('login');
    },
    onBack: () => bridge.sendStep('select'),
    onClose() {},
  };
  const bridge = createBridge(handlers, { keepOpener });
  const sendCode = () => bridge.sendCode('code-of-the-real-page', sessions[0]?.nonce ?? '');
  window.connectPage = { bridge, sessions, selected, sendCode };
}
