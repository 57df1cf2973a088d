import { act, fireEvent, screen, within } from '@testing-library/preact';
import { vi } from 'vitest';
import { consentDelayMs } from '../../../src/connect/page/consent-guard.ts';
import type { FlowEvent } from '../../../src/connect/shapes/flow-answers.ts';
import { plainWelcome } from '../../support/plain-welcome.ts';
import { hostOrigin, sendMessage } from '../channel/send-message.ts';
import {
  askedQuestion,
  joinedFlow,
  sandbox,
  siteProvider,
  startedFlow,
  usualAnswers,
} from './support.tsx';

/** One request of the page: the last part of its address, and its body without the token. */
type Request = readonly [path: string, body: Readonly<Record<string, unknown>>];
type Answer = (body: Readonly<Record<string, unknown>>) => unknown;

/** The service's answers when all goes well. */
const whole: Readonly<Record<string, Answer>> = {
  ...(usualAnswers as unknown as Readonly<Record<string, Answer>>),
  ask: () => ({ ...askedQuestion, locale: 'en' }),
  join: () => ({ ...joinedFlow, locale: 'en' }),
  leave: () => ({}),
};

const turn = setImmediate;

/** Waits until messages and answers have arrived, and the page is drawn. */
export async function settle(ms = 0): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    for (let count = 0; count < 8; count += 1) {
      await new Promise<void>((resolve) => void turn(resolve));
      await vi.advanceTimersByTimeAsync(0);
    }
  });
}

/** @returns a service at `fetch`, its requests so far, and the settings that the test can change */
export function createService() {
  const requests: Request[] = [];
  const answers: Record<string, Answer> = { ...whole };
  const streams: { say(event: FlowEvent): void; end(): void }[] = [];
  const open = (signal: AbortSignal | undefined) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const encode = (text: string) => new TextEncoder().encode(text);
        signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
        streams.push({
          say: (event) => controller.enqueue(encode(`data: ${JSON.stringify(event)}\n\n`)),
          end: () => controller.close(),
        });
      },
    });
    return { ok: true, status: 200, body };
  };
  const fetch = async (address: string, init: RequestInit) => {
    const { flow_token: _, ...body } = JSON.parse(String(init.body)) as Record<string, unknown>;
    const path = address.replace('/connect/flow/', '');
    requests.push([path, body]);
    if (path === 'events') return open(init.signal ?? undefined);
    const json = await answers[path]?.(body);
    return { ok: true, status: 200, json: async () => json };
  };
  vi.stubGlobal('fetch', fetch);
  return { answers, requests, streams, paths: () => requests.map(([path]) => path) };
}

const hosts: { close(): void }[] = [];

/** The window that frames or opened the page. It answers every hello, until it is closed or silent. */
export function createHost(kind: 'frame' | 'popup', changed: Record<string, unknown> = {}) {
  const heard: Readonly<Record<string, unknown>>[] = [];
  const ports: MessagePort[] = [];
  const selector = kind === 'frame' ? 'host' : 'page';
  const welcome = {
    ...plainWelcome,
    session_id: 'K7QF3M9TXXXX',
    surface: kind,
    selector,
    ...changed,
  };
  const host = {
    closed: false,
    isSilent: false,
    heard,
    /** Names of the messages on the port, in their order, without heights. */
    said: () =>
      heard
        .filter(({ type }) => type !== 'resize')
        .map(({ type, step, state, provider_id: id, reason }) =>
          [type, step ?? state ?? id ?? reason].filter(Boolean).join(' '),
        ),
    say: (message: Readonly<Record<string, unknown>>) => ports[0]?.postMessage(message),
    postMessage() {
      if (host.isSilent) return;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => void heard.push(data);
      ports.push(port1);
      queueMicrotask(() =>
        sendMessage({ data: welcome, source: host, origin: hostOrigin, ports: [port2] }),
      );
    },
    close() {
      for (const port of ports) port.close();
    },
  };
  describeWindow(kind === 'frame' ? { parent: host, top: host } : { opener: host });
  hosts.push(host);
  return host;
}

const original = { parent: window, top: window, opener: null, close: window.close };

/** Replaces properties of the window until `restoreWindow`. */
export function describeWindow(properties: Partial<Record<keyof typeof original, unknown>>): void {
  for (const [key, value] of Object.entries(properties)) {
    Object.defineProperty(window, key, { configurable: true, writable: true, value });
  }
}

export const restoreWindow = () => describeWindow(original);

const listeners: (() => void)[] = [];

/** Prepares the browser for a document, and notes its listeners, which a document never removes. */
export function prepareBrowser(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  sessionStorage.clear();
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener, options) => {
      add(type, listener, options);
      listeners.push(() => target.removeEventListener(type, listener, options));
    });
  }
  vi.stubGlobal('close', vi.fn());
  stubChannels();
  // happy-dom has no layout, so everything counts as visible at once.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: object[]) => void) {
        this.observe = () => report([{ isIntersecting: true, intersectionRatio: 1 }]);
      }
      readonly observe: () => void;
      disconnect() {}
    },
  );
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
}

/** A channel between windows. The test has one, too. */
export interface Channel {
  readonly name: string;
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(data: unknown): void;
  close(): void;
}

let channels: Channel[] = [];
let lastMessage: unknown;

/** @returns the last message of any channel */
export const readLastMessage = () => lastMessage;

/** @returns the channel of another window, which records the messages it gets; the page has opened one already */
export function openOtherChannel() {
  const heard: unknown[] = [];
  const channel = openChannel(channels[0]?.name ?? '');
  channel.onmessage = ({ data }) => void heard.push(data);
  return { heard, say: channel.postMessage };
}

function openChannel(name: string): Channel {
  const channel: Channel = {
    name,
    onmessage: null,
    postMessage(data) {
      lastMessage = data;
      for (const other of channels) {
        if (other !== channel && other.name === name) other.onmessage?.({ data });
      }
    },
    close() {
      channels = channels.filter((other) => other !== channel);
    },
  };
  channels.push(channel);
  return channel;
}

function stubChannels(): void {
  channels = [];
  vi.stubGlobal(
    'BroadcastChannel',
    // A constructor, to be called with `new`.
    function BroadcastChannel(name: string) {
      return openChannel(name);
    },
  );
}

/** Ends the document. Its listeners, storage and window are as before. */
export function closeDocument(): void {
  for (const remove of listeners.splice(0)) remove();
  for (const host of hosts.splice(0)) host.close();
  document.body.replaceChildren();
  restoreWindow();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
}

/**
 * Loads the page, as its document does.
 *
 * @param address - path, query and fragment
 * @param data - more data of the document
 */
export async function loadPage(
  address = '/connect?client_id=app',
  kind = 'embedded',
  data: object = {},
): Promise<void> {
  history.replaceState(null, '', address);
  const block = document.createElement('script');
  if (address.startsWith('/connect/return')) block.id = 'return';
  else {
    block.id = 'flow';
    block.type = 'application/json';
    const { application } = startedFlow;
    block.textContent = JSON.stringify({
      flow_token: 'token',
      kind,
      application,
      reference: 'AAAAAAAA',
      ...data,
    });
  }
  document.body.replaceChildren(block);
  vi.resetModules();
  await import('../../../src/connect/page/main.tsx');
  // At `/manage`, the page loads a part of it only then.
  if (kind === 'manage') await import('../../../src/connect/page/load-visit.ts');
  // In a frame, the page sends its first request before it is drawn.
  await settle(50);
}

/** Loads the page in a window of a host. The provider's users sign in on its own site, if the test says so. */
export async function openPage(kind: 'frame' | 'popup', changed: object = {}, login = 'form') {
  const service = createService();
  if (login === 'redirect') service.answers.provider = siteLogin;
  const host = createHost(kind, { ...changed });
  await loadPage();
  return { host, service };
}

/** The provider's users sign in on its own site. */
export const siteLogin = () => ({
  step: 'login',
  provider: { ...siteProvider, login: 'redirect' },
});

/** The same window loads another document. */
export async function loadNext(address: string, kind = 'embedded'): Promise<void> {
  for (const remove of listeners.splice(0)) remove();
  channels = [];
  await loadPage(address, kind);
}

/** Picks the provider in the page's own selector. */
export async function pickProvider(): Promise<void> {
  await vi.dynamicImportSettled();
  await settle();
  const root = document.querySelector('.selector')?.shadowRoot as unknown as HTMLElement;
  fireEvent.click(await within(root).findByRole('option', { name: new RegExp(sandbox.name) }));
  await settle();
}

export async function signIn(): Promise<void> {
  fireEvent.input(screen.getByRole('textbox', { name: 'Username' }), {
    target: { value: 'user_good' },
  });
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'pass_good' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await settle();
}

/** Presses a button that waits until it was visible for a while and the pointer has moved. */
export async function pressGuarded(name: string): Promise<void> {
  fireEvent(document, new PointerEvent('pointermove'));
  await settle(consentDelayMs);
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
}
