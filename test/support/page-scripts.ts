/**
 * Functions that run inside the pages of the attack tests. Each is sent to the browser as text, so it may
 * use only its own parameters and the page's globals.
 */

import type { ConnectSession, OpenOptions, TaxConnect } from 'tax-connect';
import type { Bridge, BridgeHandlers, PageSession } from 'tax-connect/page';

/** The SDK's events for the host page. The code itself is never stored. */
export interface Told {
  /** Length of each code that `onSuccess` received. Codes are compared inside the page. */
  readonly codeLengths: number[];
  /** True when each of these codes was the one in `expectedCode`. */
  readonly areExpected: boolean[];
  readonly exits: {
    readonly reason: string;
    readonly code: string | null;
    readonly step: string;
  }[];
  /** Names of all events, in order. */
  readonly events: string[];
  /** Error codes of `failed` events. */
  readonly failures: string[];
  /** The new surface and the reason: `popup provider`. */
  readonly surfaces: string[];
  /** The value of each `finished`. */
  readonly outcomes: string[];
  /** Directives of the host's Content Security Policy that were violated. */
  readonly violations: string[];
}

/** Options of a test for `openConnect`. */
export interface OpenConnect extends Omit<OpenOptions, 'clientId' | 'onSuccess'> {
  /** The behaviour of `onSuccess`: return, stay pending until `settleCallback`, or post to `/callback`. */
  callback?: 'return' | 'pending' | 'forward';
}

/** Connect address and client of a host page. */
export interface HostSettings {
  readonly clientId: string;
  /** Default: the address in the SDK's build. */
  readonly connectUrl?: string;
  /** Default: the SDK's. */
  readonly display?: NonNullable<OpenOptions['display']>;
}

/** A received message, in a form for the test. */
interface Heard {
  readonly origin: string;
  readonly data: string;
  readonly ports: number;
}

/** A page that records everything it receives, and sends what the test wants. */
interface Peer {
  /** Window messages, without fences. */
  readonly heard: Heard[];
  /** Messages on all of its ports. */
  readonly heardOnPorts: string[];
  readonly ports: MessagePort[];
  /** Sends hello as a Connect page does. */
  hello(target: Window, version?: number): void;
  /** Sends a message on the latest port. */
  say(message: unknown): void;
  /** Creates a channel, keeps one end and returns the other. */
  makePort(): MessagePort;
}

declare global {
  interface Window {
    TaxConnect: typeof TaxConnect;
    told: Told;
    /** Set by a test whose Connect page sends an invented code. */
    expectedCode: string;
    openConnect(options?: OpenConnect): ConnectSession;
    /** Options of the page's own button. */
    clickOptions?: OpenConnect;
    /** The last return value of `openConnect`. */
    session: ConnectSession;
    /** Shared by all sessions of a page. */
    hostSignal?: AbortSignal;
    settleCallback(isSuccess: boolean): void;
    /** Resolves when the target has handled every earlier message. */
    passFence(target: Window): Promise<void>;
    peer: Peer;
    connectPage: { bridge: Bridge; sessions: PageSession[]; selected: string[]; sendCode(): void };
  }
}

/** Wrong facts about the messages of the protocol. Fences keep the true ones. */
export interface Lies {
  readonly origin?: string;
  /** A frame of the page by its index, or its parent. */
  readonly sender?: number | 'parent';
  /** The page's frames get each message, whatever origin it names. */
  readonly reachesAnyOrigin?: true;
}

/**
 * Runs in a page before its other scripts, which then get wrong facts from the browser. If a check of a fact
 * prevents an attack, the attack must work when the fact is wrong; otherwise its test proves nothing.
 *
 * @param lies - see `Lies`
 */
export function installLies({ origin, sender, reachesAnyOrigin }: Lies): void {
  const reached = new Map<Window, object>();
  const reach = (target: Window | null) => {
    if (!target || !reachesAnyOrigin) return target;
    const found = reached.get(target) ?? {
      postMessage: (message: unknown, _: string, ports: Transferable[]) =>
        target.postMessage(message, '*', ports),
    };
    reached.set(target, found);
    return found;
  };
  const contentWindow = Object.getOwnPropertyDescriptor(
    HTMLIFrameElement.prototype,
    'contentWindow',
  );
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    get() {
      return reach(contentWindow?.get?.call(this));
    },
  });
  const findSender = (event: MessageEvent) => {
    if (sender === 'parent') return parent;
    return reach(sender === undefined ? (event.source as Window) : (window[sender] ?? null));
  };
  const describeFacts = (event: MessageEvent): object => ({
    source: findSender(event),
    ...(origin !== undefined && { origin }),
  });
  const readFact = (event: MessageEvent, name: string | symbol): unknown => {
    const facts = event.data?.protocol === undefined ? {} : describeFacts(event);
    const value: unknown = Object.hasOwn(facts, name)
      ? Reflect.get(facts, name)
      : Reflect.get(event, name, event);
    return typeof value === 'function' ? value.bind(event) : value;
  };
  const listen = window.addEventListener.bind(window);
  const lie = (type: string, listener: (event: Event) => void, options?: object) =>
    listen(
      type,
      type === 'message' ? (event) => listener(new Proxy(event, { get: readFact })) : listener,
      options,
    );
  Object.assign(window, { addEventListener: lie });
}

/**
 * Runs in every page: answers fences. (Chromium already uses the name `window.fence`.) Messages from one
 * window to another arrive in order, so an answered fence proves that earlier messages have arrived.
 */
export function installFence(): void {
  const waiting = new Map<number, () => void>();
  let count = 0;
  window.addEventListener('message', ({ data, source }) => {
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

/** Runs in a host page: opens Connect by a copy of the SDK, and records its events. */
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
  window.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
    told.violations.push(effectiveDirective),
  );
  window.told = told;
  window.settleCallback = (isSuccess) => settle?.(isSuccess);
  window.openConnect = ({ callback, ...options } = {}) => {
    const answer = createCallback(callback);
    const session = sdk.open({
      // Own properties only, because some tests pollute Object.prototype.
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
  window.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.id === 'connect') {
      window.openConnect(window.clickOptions);
    }
  });
}

/** Runs in a foreign page: a hostile frame, a lookalike, a malicious Connect page. */
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
  window.addEventListener('message', ({ data, origin, ports: sent }) => {
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

/** Runs in a Connect page with a copy of `tax-connect/page`: waits at the login. */
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
      bridge.sendReady({ name: 'Bridged', environment: 'test' }, session.session !== null);
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
