// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenOptions } from '../../../src/sdk/host/api.ts';
import { type FlowListener, startFlow } from '../../../src/sdk/host/flow.ts';
import { parseOptions } from '../../../src/sdk/host/options.ts';
import { createSession } from '../../../src/sdk/host/session.ts';
import type { SessionContext, SessionDriver } from '../../../src/sdk/host/session-context.ts';
import type { FrameSurface } from '../../../src/sdk/host/surfaces/frame.ts';
import { watchDeveloper } from '../../../src/sdk/host/watch-developer.ts';
import type { Handoff } from '../../../src/sdk/protocol/brands.ts';
import { ConnectError } from '../../../src/sdk/protocol/errors.ts';
import type { PageMessage } from '../../../src/sdk/protocol/messages.ts';
import { loadMessages } from '../../../src/sdk/ui/locales/load-messages.ts';
import type { ModalOptions } from '../../../src/sdk/ui/modal-model.ts';
import { mountModal } from '../../../src/sdk/ui/mount.tsx';
import { code, framed, popupOnly, ready } from './drive.ts';

vi.mock('../../../src/sdk/host/flow.ts', () => ({ startFlow: vi.fn() }));
vi.mock('../../../src/sdk/ui/mount.tsx', () => ({ mountModal: vi.fn() }));
vi.mock('../../../src/sdk/ui/locales/load-messages.ts', () => ({ loadMessages: vi.fn() }));
vi.mock('../../../src/sdk/host/watch-developer.ts', () => ({ watchDeveloper: vi.fn() }));
vi.mock('../../../src/sdk/host/surfaces/popup.ts', () => ({
  createPopupSurface: (address: URL, opened: object) => ({
    address,
    ...opened,
    listen() {},
    close() {},
  }),
}));

const providers: PageMessage = { type: 'providers', providers: [framed, popupOnly] };
const modal = { show: vi.fn(), focus: vi.fn(), close: vi.fn() };
const flow = { send: vi.fn(), welcome: vi.fn(), close: vi.fn() };
const warnings = { checkOthers: vi.fn(), close: vi.fn() };
const popup = { closed: false, focus: vi.fn() };
const opened = {
  window: popup as unknown as Window,
  handoff: 'h'.repeat(43) as Handoff,
};
const openWindow = vi.fn(() => opened);

let page: FlowListener;
let surface: FrameSurface & { restart: ReturnType<typeof vi.fn> };
/** Names of the events, with what tells them apart. */
let events: string[];
/** Each outcome, with the step. */
let outcomes: unknown[];
let driver: SessionDriver;
let isOnline: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  events = [];
  outcomes = [];
  isOnline = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.mocked(startFlow).mockImplementation((_surface, _welcome, listener) => {
    page = listener;
    return flow;
  });
  vi.mocked(mountModal).mockReturnValue(modal);
  vi.mocked(watchDeveloper).mockReturnValue(warnings);
  const host = document.createElement('div');
  document.documentElement.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const address = new URL('https://connect.example/connect?client_id=app');
  surface = {
    id: 'K7QF3M9TABCDEFGH',
    root,
    address,
    restart: vi.fn(),
  } as unknown as typeof surface;
});

afterEach(() => {
  driver?.dispose?.();
  vi.restoreAllMocks();
  vi.useRealTimers();
  surface.root.host.remove();
});

function create(options: Partial<OpenOptions> = {}, more: Partial<SessionContext> = {}): void {
  const settings = parseOptions<OpenOptions>({ clientId: 'app', onSuccess() {}, ...options });
  driver = createSession({
    settings,
    others: [],
    surface,
    popup: undefined,
    openWindow,
    optionRules: {},
    ConnectError,
    emit(event) {
      if ('step' in event) events.push(`${event.name} ${event.step}`);
      else if ('error' in event) events.push(`${event.name} ${event.error.code}`);
      else events.push(event.name);
    },
    settle(outcome, step) {
      outcomes.push({ ...outcome, step });
      driver.dispose?.();
    },
    ...more,
  } as SessionContext);
}

function start(options: Partial<OpenOptions> = {}, more: Partial<SessionContext> = {}): void {
  create(options, more);
  driver.start?.();
}

function goToSelector(): void {
  start();
  page.onMessage(ready);
  page.onMessage(providers);
  vi.advanceTimersByTime(100);
}

function goToLogin(): void {
  goToSelector();
  page.onMessage({ type: 'provider_selected', provider_id: 'framed' });
}

const readModal = () => vi.mocked(mountModal).mock.lastCall?.[0] as ModalOptions;
const readScreen = () => readModal().model.value.screen;
const letObserve = () => vi.advanceTimersByTimeAsync(0);

describe('the events of a page that returns from the provider’s site', () => {
  const say = () => {
    page.onMessage(ready);
    page.onMessage({ type: 'provider_selected', provider_id: 'framed' });
  };
  const count = (name: string) => events.filter((event) => event === name).length;

  it('tell once that it is ready and which provider was selected', () => {
    goToLogin();
    say();
    expect([count('ready'), count('provider_selected')]).toEqual([1, 1]);
  });

  it('tell it again after another selection', () => {
    goToLogin();
    page.onMessage({ type: 'step', step: 'select' });
    say();
    expect([count('ready'), count('provider_selected')]).toEqual([1, 2]);
  });

  it('tell it again after a retry', () => {
    goToLogin();
    page.onMessage({ type: 'error', code: 'server_error', message: '', retryable: true });
    readModal().actions.retry();
    say();
    expect([count('ready'), count('provider_selected')]).toEqual([2, 2]);
  });
});

describe('the start', () => {
  it('follows the frame, and draws a moment later', () => {
    start({ locale: 'de', appearance: { accentColor: 'teal' } });
    expect(events).toEqual(['opened']);
    expect(startFlow).toHaveBeenCalledOnce();
    expect(loadMessages).toHaveBeenCalledWith('de');
    expect(mountModal).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60);
    expect(readModal()).toMatchObject({
      locale: 'de',
      appearance: { accentColor: 'teal' },
      reference: 'K7QF-3M9T',
    });
    expect(readModal().model.value.theme).toBe('light');
    expect(surface.restart).not.toHaveBeenCalled();
  });

  it('has the host’s theme and provider', () => {
    start({ appearance: { theme: 'dark' }, provider: 'framed' });
    const [, welcome] = vi.mocked(startFlow).mock.lastCall ?? [];
    expect(welcome).toMatchObject({ theme: 'dark', provider_id: 'framed' });
  });

  it('takes the window that `open` opened', () => {
    start({ display: 'popup' }, { popup: opened });
    expect(openWindow).not.toHaveBeenCalled();
    const [, welcome] = vi.mocked(startFlow).mock.lastCall ?? [];
    expect(welcome).toMatchObject({ surface: 'popup' });
  });

  it('fails in a browser without modal dialogs', () => {
    const { prototype } = HTMLDialogElement;
    const descriptor = Object.getOwnPropertyDescriptor(prototype, 'showModal') ?? {};
    Reflect.deleteProperty(prototype, 'showModal');
    start();
    Object.defineProperty(prototype, 'showModal', descriptor);
    const error = expect.objectContaining({ code: 'unsupported_browser' });
    expect(outcomes).toEqual([{ status: 'exited', reason: 'error', error, step: 'loading' }]);
    expect(events).toEqual(['failed unsupported_browser']);
    expect(startFlow).not.toHaveBeenCalled();
  });

  it('fails when the modal cannot be drawn, with the cause', () => {
    const cause = new TypeError('no dialog');
    vi.mocked(mountModal).mockImplementationOnce(() => {
      throw cause;
    });
    start();
    vi.advanceTimersByTime(60);
    const error = expect.objectContaining({ code: 'unsupported_browser', cause });
    expect(outcomes).toEqual([{ status: 'exited', reason: 'error', error, step: 'loading' }]);
  });

  it('fails without a network', () => {
    isOnline = false;
    start();
    expect(events).toEqual(['opened', 'step_changed failed', 'failed offline']);
  });
});

describe('a change of the screen', () => {
  it('is drawn at once', () => {
    start();
    page.onMessage(ready);
    vi.advanceTimersByTime(0);
    expect(mountModal).not.toHaveBeenCalled();
    page.onMessage(providers);
    vi.advanceTimersByTime(0);
    expect(mountModal).toHaveBeenCalledOnce();
  });

  it('of the window is drawn at once, too', () => {
    start({ display: 'popup' }, { popup: opened });
    vi.advanceTimersByTime(0);
    expect(mountModal).toHaveBeenCalledOnce();
  });
});

describe('the modal’s actions', () => {
  it('select a provider, go back, and continue in a window', () => {
    goToSelector();
    const { actions } = readModal();
    expect(readScreen()).toMatchObject({ kind: 'select', busyId: null });
    actions.selectProvider('framed');
    expect(readScreen()).toMatchObject({ kind: 'select', busyId: 'framed' });
    expect(flow.send).toHaveBeenLastCalledWith({
      type: 'select_provider',
      provider_id: 'framed',
    });
    actions.goBack();
    expect(readScreen()).toMatchObject({ kind: 'select', busyId: null });
    actions.selectProvider('popup-only');
    expect(readScreen()).toMatchObject({ kind: 'popup', state: 'waiting' });
    expect(openWindow).toHaveBeenCalledOnce();
    actions.openPopup();
    expect(openWindow).toHaveBeenCalledTimes(2);
    actions.focusPopup();
    expect(popup.focus).toHaveBeenCalledOnce();
    actions.useFrame();
    expect(readScreen()).toMatchObject({ kind: 'select' });
  });

  it('report a provider that is missing', () => {
    goToSelector();
    readModal().actions.reportUnlisted();
    expect(events.at(-1)).toBe('provider_not_listed');
  });

  it('ask before leaving', () => {
    goToLogin();
    const { actions, model } = readModal();
    actions.requestClose();
    expect(model.value.isConfirmingExit).toBe(true);
    actions.keepGoing();
    expect(model.value.isConfirmingExit).toBe(false);
    actions.requestClose();
    actions.confirmExit();
    expect(outcomes).toMatchObject([{ reason: 'closed', step: 'login' }]);
  });

  it('try again', () => {
    goToLogin();
    page.onFailure('connection_lost');
    expect(readScreen()).toMatchObject({ kind: 'failed', error: { code: 'connection_lost' } });
    readModal().actions.retry();
    expect(readScreen()).toEqual({ kind: 'loading' });
    expect(surface.restart).toHaveBeenCalledOnce();
    expect(startFlow).toHaveBeenCalledTimes(2);
  });
});

describe('the element of the session', () => {
  it('is attached again if the host has replaced its content, and loads the page again', () => {
    create();
    surface.root.host.remove();
    driver.start?.();
    expect(surface.root.host.parentElement).toBe(document.documentElement);
    expect(surface.restart).toHaveBeenCalledOnce();
  });

  it('is attached again without loading a page that is in a popup', () => {
    create({ display: 'popup' }, { popup: opened });
    surface.root.host.remove();
    driver.start?.();
    expect(surface.root.host.isConnected).toBe(true);
    expect(surface.restart).not.toHaveBeenCalled();
  });

  it('ends the session when it is removed later', async () => {
    goToLogin();
    document.documentElement.append(document.createElement('i'));
    await letObserve();
    expect(outcomes).toEqual([]);
    surface.root.host.remove();
    await letObserve();
    expect(outcomes).toMatchObject([{ reason: 'closed', step: 'login' }]);
    document.querySelector('i')?.remove();
  });

  it('is of no interest after the end', async () => {
    goToLogin();
    driver.dispose?.();
    surface.root.host.remove();
    await letObserve();
    expect(outcomes).toEqual([]);
  });
});

describe('the network', () => {
  it('starts the flow again when it is back', () => {
    isOnline = false;
    start();
    isOnline = true;
    dispatchEvent(new Event('online'));
    expect(events.slice(3)).toEqual(['retried', 'step_changed loading']);
    expect(startFlow).toHaveBeenCalledOnce();
  });

  it('changes nothing after the end', () => {
    isOnline = false;
    start();
    driver.dispose?.();
    isOnline = true;
    dispatchEvent(new Event('online'));
    expect(startFlow).not.toHaveBeenCalled();
  });
});

describe('the driver', () => {
  it('focuses modal and window, and warns of other options', () => {
    start({ display: 'popup' }, { popup: opened });
    vi.advanceTimersByTime(100);
    driver.focus?.();
    expect(modal.focus).toHaveBeenCalledOnce();
    expect(popup.focus).toHaveBeenCalledOnce();
    expect(warnings.checkOthers).toHaveBeenCalledOnce();
  });

  it.each(['closed', 'aborted'] as const)('ends the session as %s', (reason) => {
    start();
    driver.close(reason);
    expect(outcomes).toEqual([{ status: 'exited', reason, error: null, step: 'loading' }]);
  });

  it('removes everything, and performs no further effect', () => {
    goToLogin();
    driver.dispose?.();
    expect(modal.close).toHaveBeenCalled();
    expect(flow.close).toHaveBeenCalled();
    expect(warnings.close).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
    const before = events.length;
    page.onMessage(code);
    driver.close('closed');
    expect(events).toHaveLength(before);
    expect(outcomes).toEqual([]);
  });

  it('performs no effect after one that ended the session', () => {
    create(
      {},
      {
        emit({ name }) {
          events.push(name);
          if (name === 'opened') driver.close('aborted');
        },
      },
    );
    driver.start?.();
    expect(outcomes).toMatchObject([{ reason: 'aborted' }]);
    expect(startFlow).not.toHaveBeenCalled();
  });

  it('hides the modal while the callback is pending', () => {
    start({ onSuccess: () => new Promise(() => {}) });
    vi.advanceTimersByTime(100);
    page.onMessage(code);
    driver.close('closed');
    expect(modal.close).toHaveBeenCalledOnce();
    expect(outcomes).toEqual([]);
  });
});

it('a login that a reload has interrupted is shown to the user of the next session', () => {
  goToLogin();
  expect(readModal().model.value.isInterrupted).toBe(false);
  // A reload ends a session without its clean-up.
  const stored = { ...sessionStorage };
  driver.dispose?.();
  Object.assign(sessionStorage, stored);
  goToSelector();
  expect(readModal().model.value.isInterrupted).toBe(true);
});
