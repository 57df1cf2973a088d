import { within } from '@testing-library/preact';
import { vi } from 'vitest';
import type {
  ConnectEvent,
  ConnectExit,
  ConnectSession,
  OpenOptions,
} from '../../../src/sdk/host/api.ts';
import { loadSession } from '../../../src/sdk/host/open/load-session.ts';
import { open } from '../../../src/sdk/host/open/open.ts';
import type { AuthorizationCode } from '../../../src/sdk/protocol/brands.ts';
import type { HostMessage, PageMessage } from '../../../src/sdk/protocol/messages.ts';
import type { WelcomeMessage } from '../../../src/sdk/protocol/welcome.ts';
import { type Sent, sendMessage } from '../channel/send-message.ts';
import { keepFramesEmpty } from '../empty-frames.ts';
import { framed, popupOnly } from './fixtures.ts';

export const connectUrl = 'https://connect.example/connect';
const { origin } = new URL(connectUrl);

export const providers: PageMessage = { type: 'providers', providers: [framed, popupOnly] };
export const selected: PageMessage = { type: 'provider_selected', provider_id: 'framed' };

export const hello = { protocol: 'tax-connect', version: 1, type: 'hello' };

/** A message arrives at once, so that a test decides the order of everything. */
class InstantPort {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  /** The other end, until one of them is closed. */
  peer: InstantPort | undefined;
  postMessage(data: unknown): void {
    this.peer?.onmessage?.({ data });
  }
  close(): void {
    if (this.peer) this.peer.peer = undefined;
    this.peer = undefined;
  }
}

/** Replaces `MessageChannel`. */
class InstantChannel {
  readonly port1 = new InstantPort();
  readonly port2 = new InstantPort();
  constructor() {
    this.port1.peer = this.port2;
    this.port2.peer = this.port1;
  }
}

/** The Connect page in a frame or a popup. */
export type SimulatedPage = ReturnType<typeof createPage>;

/** Every page of the test, in a frame or a popup, in the order of their windows. */
let pages: SimulatedPage[] = [];
let framePages = new WeakMap<HTMLIFrameElement, SimulatedPage>();
let isOnline = true;
let isBlocked = (_count: number): boolean => false;

function createPage(isPopup: boolean) {
  const welcomes: WelcomeMessage[] = [];
  const heard: HostMessage[] = [];
  const ports: InstantPort[] = [];
  const pageWindow = {
    closed: false,
    opener: window as unknown,
    focus: vi.fn(),
    close() {
      pageWindow.closed = true;
    },
    postMessage(welcome: WelcomeMessage, target: string, [port]: InstantPort[]) {
      if (target !== origin || !port) return;
      port.onmessage = ({ data }) => void heard.push(data as HostMessage);
      welcomes.push(welcome);
      ports.push(port);
    },
  };
  const page = {
    isPopup,
    window: pageWindow,
    welcomes,
    /** The host's messages on the ports, in order. */
    heard,
    /** Each welcome brings one. */
    ports,
    sayHello(more: object = {}) {
      page.post({ ...hello, ...more });
    },
    /** Sends a message to the host's window, with the changes of a forger. */
    post: (data: unknown, changed: Sent = {}) =>
      sendMessage({ data, source: pageWindow, origin, ports: [], ...changed }),
    /** Sends on the last port. */
    say(...messages: readonly (PageMessage | { type: string })[]) {
      for (const message of messages) ports.at(-1)?.postMessage(message);
    },
    /** @returns a message with the code of this page's flow */
    createCode(): PageMessage & { type: 'code' } {
      const { nonce } = welcomes.at(-1) as WelcomeMessage;
      return { type: 'code', code: `code-of-${nonce}` as AuthorizationCode, nonce };
    },
  };
  return page;
}

function addPage(isPopup: boolean): SimulatedPage {
  const page = createPage(isPopup);
  pages.push(page);
  return page;
}

/** Prepares the browser. `open` is real; pages are simulated, and time passes when the test says so. */
export async function prepareHost(): Promise<void> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  forgetPages();
  isOnline = true;
  isBlocked = () => false;
  sessionStorage.clear();
  keepFramesEmpty();
  vi.stubGlobal('MessageChannel', InstantChannel);
  vi.stubGlobal('SecurityPolicyViolationEvent', class extends Event {});
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(function (
    this: HTMLIFrameElement,
  ) {
    return this.isConnected ? (findPageOf(this).window as never) : null;
  });
  // happy-dom reports a flag that it does not know, and takes long to parse style sheets.
  vi.spyOn(HTMLIFrameElement.prototype, 'sandbox', 'set').mockImplementation(() => {});
  vi.spyOn(CSSStyleSheet.prototype, 'replaceSync').mockImplementation(() => {});
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  // Warnings for the developer.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  let count = 0;
  vi.spyOn(window, 'open').mockImplementation(() => {
    count += 1;
    return isBlocked(count) ? null : (addPage(true).window as never);
  });
  await loadSession();
}

/** Ends the test's sessions, and everything that `prepareHost` has begun. */
export function restoreBrowser(): void {
  for (const session of opened.splice(0)) session.close();
  vi.clearAllTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
}

export function setOnline(value: boolean): void {
  isOnline = value;
}

/** @param refuses - true when the browser refuses to open the popup with this number; the first one is 1 */
export function blockPopups(refuses: (count: number) => boolean): void {
  isBlocked = refuses;
}

export function forgetPages(): void {
  pages = [];
  framePages = new WeakMap();
}

export const listPages = (): readonly SimulatedPage[] => pages;

export const listPopups = () => pages.filter(({ isPopup }) => isPopup);

function findPageOf(frame: HTMLIFrameElement): SimulatedPage {
  const page = framePages.get(frame) ?? addPage(false);
  framePages.set(frame, page);
  return page;
}

export const findFrame = () => document.querySelector('iframe');

/** @returns the page in the frame that is in the document */
export function getFramePage(): SimulatedPage {
  const frame = findFrame();
  if (!frame) throw new Error('The session has no frame.');
  return findPageOf(frame);
}

/** @returns the page in the latest popup */
export function getPopup(): SimulatedPage {
  const popup = listPopups().at(-1);
  if (!popup) throw new Error('The session has opened no popup.');
  return popup;
}

/** The browser reports that a document has loaded in the frame. */
export function reportLoad(frame: EventTarget | null): void {
  frame?.dispatchEvent(trust(new Event('load')));
}

/** The browser reports that the host's policy has blocked the frame, or another violation. */
export function reportBlockedFrame(changed: object = {}): void {
  const violation = trust(new SecurityPolicyViolationEvent('securitypolicyviolation'), {
    effectiveDirective: 'frame-src',
    disposition: 'enforce',
    blockedURI: origin,
    ...changed,
  });
  window.dispatchEvent(violation);
}

function trust(event: Event, properties: object = {}): Event {
  for (const [name, value] of Object.entries({ isTrusted: true, ...properties })) {
    Object.defineProperty(event, name, { value });
  }
  return event;
}

/** The session's element, which holds its frame and its modal. */
export const findHost = () =>
  [...document.documentElement.children].find((element) => element.shadowRoot) as
    | (HTMLElement & { readonly shadowRoot: ShadowRoot })
    | undefined;
export const findDialog = () => findHost()?.shadowRoot.querySelector('dialog') ?? null;
export const readScreen = () => findDialog()?.dataset.screen;
export const inModal = () => within(findHost()?.shadowRoot as unknown as HTMLElement);
export const press = (name: string) => inModal().getByRole('button', { name }).click();

const opened: ConnectSession[] = [];

/** Calls `open`, and records the events that the host hears. */
export function openSession(options: Partial<OpenOptions> = {}) {
  /** Names of the events, with the details that distinguish them. */
  const events: string[] = [];
  const exits: ConnectExit[] = [];
  const codes: string[] = [];
  const session = open({
    clientId: 'app',
    connectUrl,
    onSuccess: ({ code }) => void codes.push(code),
    onExit: (exit) => void exits.push(exit),
    onEvent: (event) => void events.push(nameEvent(event)),
    ...options,
  });
  opened.push(session);
  return { session, events, exits, codes };
}

/** @returns the event's name, with the details that distinguish it */
export function nameEvent(event: ConnectEvent): string {
  if ('step' in event) return `${event.name} ${event.step}`;
  return 'error' in event ? `${event.name} ${event.error.code}` : event.name;
}

/** Calls `open`, and waits until the session's code has loaded. The modal is drawn 60 ms later. */
export async function startSession(options: Partial<OpenOptions> = {}) {
  const started = openSession(options);
  await settle();
  return started;
}

/** A session whose page in the frame has been welcomed, and has said nothing. */
export async function goToPage(options: Partial<OpenOptions> = {}) {
  const started = await startSession(options);
  const page = getFramePage();
  page.sayHello();
  return { ...started, page };
}

/** Waits until promises have settled and everything that is due has happened. */
export async function settle(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let count = 0; count < 5; count += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(0);
}
