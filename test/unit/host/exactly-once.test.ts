// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FlowListener } from '../../../src/sdk/host/flow.ts';
import { loadSession } from '../../../src/sdk/host/load-session.ts';
import { open } from '../../../src/sdk/host/open.ts';
import type { AuthorizationCode } from '../../../src/sdk/protocol/brands.ts';
import type { ModalOptions } from '../../../src/sdk/ui/modal-model.ts';
import { byExtent } from '../../support/extent.ts';

/** Every flow and every modal that the code under test has created. */
const world = vi.hoisted(() => ({
  flows: [] as { listener: FlowListener; nonce: string; isClosed: boolean }[],
  modals: [] as { options: ModalOptions; isClosed: boolean }[],
  popups: [] as { closed: boolean }[],
  openSurfaces: 0,
}));

vi.mock('../../../src/sdk/host/flow.ts', () => ({
  startFlow(_: unknown, welcome: { nonce: string }, listener: FlowListener) {
    const flow = { listener, nonce: welcome.nonce, isClosed: false };
    world.flows.push(flow);
    return {
      send() {},
      close() {
        flow.isClosed = true;
      },
    };
  },
}));

vi.mock('../../../src/sdk/ui/mount.tsx', () => ({
  mountModal(options: ModalOptions) {
    const modal = { options, isClosed: false };
    world.modals.push(modal);
    return {
      show() {},
      focus() {},
      close() {
        modal.isClosed = true;
      },
    };
  },
}));

vi.mock('../../../src/sdk/host/surfaces/frame.ts', () => ({
  createFrameSurface(address: URL, id: string) {
    let isClosed = false;
    world.openSurfaces++;
    return {
      address,
      id,
      window: null,
      root: { host: { isConnected: true } },
      listen() {},
      restart() {},
      close() {
        if (!isClosed) world.openSurfaces--;
        isClosed = true;
      },
    };
  },
}));

vi.mock('../../../src/sdk/host/surfaces/window.ts', () => ({
  openWindow() {
    let isClosed = false;
    const popup = {
      closed: false,
      opener: window,
      focus() {},
      close() {
        if (!isClosed) world.openSurfaces--;
        isClosed = true;
      },
    };
    world.popups.push(popup);
    // Blocked sometimes, as browsers do.
    if (world.popups.length % 4 === 3) return null;
    world.openSurfaces++;
    return { window: popup, handoff: 'h'.repeat(43) };
  },
}));

vi.mock('../../../src/sdk/host/surfaces/popup.ts', () => ({
  createPopupSurface: (address: URL, opened: { window: { close(): void } }) => ({
    address,
    ...opened,
    listen() {},
    close: () => opened.window.close(),
  }),
}));

type PageAction =
  | 'code'
  | 'exit'
  | 'page_error'
  | 'failure'
  | 'ready'
  | 'login'
  | 'consent'
  | 'hello'
  | 'joined'
  | 'left';
type HostAction =
  | 'close'
  | 'close_on_event'
  | 'abort'
  | 'open'
  | 'retry'
  | 'request_close'
  | 'confirm_exit'
  | 'open_popup'
  | 'lose_popup'
  | 'use_frame'
  | 'go_back';

/** One event. `target` chooses the flow or delivery; default: the latest. */
type Action =
  | { readonly actor: 'page'; readonly act: PageAction; readonly target: number }
  | { readonly actor: 'callback'; readonly act: 'resolve' | 'reject'; readonly target: number }
  | { readonly actor: 'host'; readonly act: HostAction }
  | { readonly actor: 'clock'; readonly act: number };

const target = fc.nat({ max: 3 });
const choose = <const Choice>(...choices: Choice[]) => fc.constantFrom(...choices);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      actor: choose('page'),
      act: choose(
        ...(['code', 'exit', 'page_error', 'failure', 'ready', 'login', 'consent'] as const),
        ...(['hello', 'joined', 'left'] as const),
      ),
      target,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ actor: choose('callback'), act: choose('resolve', 'reject'), target }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      actor: choose('host'),
      act: choose(
        ...(['close', 'close_on_event', 'abort', 'open'] as const),
        ...(['retry', 'request_close', 'confirm_exit'] as const),
        ...(['open_popup', 'lose_popup', 'use_frame', 'go_back'] as const),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ actor: choose('clock'), act: choose(1, 999, 5000, 15_000) }),
  },
);

/** Leads to a second code, which random single actions would rarely reach. */
const failedTry: Action[] = [
  { actor: 'page', act: 'code', target: 9 },
  { actor: 'callback', act: 'reject', target: 9 },
  { actor: 'host', act: 'retry' },
];
const lostWindow: Action[] = [
  { actor: 'page', act: 'hello', target: 9 },
  { actor: 'host', act: 'lose_popup' },
];
const displays = choose('auto', 'frame', 'popup');
const step = fc.tuple(
  fc.oneof(
    action.map((one) => [one]),
    fc.constant(failedTry),
    fc.constant(lostWindow),
  ),
  fc.boolean(),
);

/** One session, and every call of the host's callbacks. */
function openSession(display: 'auto' | 'frame' | 'popup') {
  const aborter = new AbortController();
  const codes: string[] = [];
  const exits: string[] = [];
  const outcomes: string[] = [];
  const deliveries: { resolve(): void; reject(): void; isResolved: boolean }[] = [];
  const wrongs: string[] = [];
  let isClosingOnNextEvent = false;
  const closeOnNextEvent = () => {
    isClosingOnNextEvent = true;
  };
  const openAgain = () =>
    open({
      clientId: 'app',
      display,
      signal: aborter.signal,
      onSuccess({ code }) {
        if (exits.length > 0) wrongs.push('a code after an exit');
        if (deliveries.some(({ isResolved }) => isResolved)) wrongs.push('a code after success');
        codes.push(code);
        return new Promise<void>((resolve, reject) => {
          let isRejected = false;
          const delivery = {
            isResolved: false,
            resolve() {
              delivery.isResolved ||= !isRejected;
              resolve();
            },
            reject() {
              isRejected ||= !delivery.isResolved;
              reject(new Error('refused'));
            },
          };
          deliveries.push(delivery);
        });
      },
      onExit({ reason, error }) {
        if (world.openSurfaces > 0) wrongs.push('a callback before the teardown');
        exits.push(`${reason} ${error?.code}`);
      },
      onEvent({ name }) {
        if (outcomes.length > 0) wrongs.push(`${name} after the end`);
        if (!isClosingOnNextEvent) return;
        isClosingOnNextEvent = false;
        session.close();
      },
    });
  const session = openAgain();
  session.finished.then(
    ({ status }) => outcomes.push(status),
    () => wrongs.push('finished rejected'),
  );
  return {
    session,
    aborter,
    codes,
    exits,
    outcomes,
    deliveries,
    wrongs,
    openAgain,
    closeOnNextEvent,
  };
}

type Opened = ReturnType<typeof openSession>;

function act(action: Action, opened: Opened): void {
  switch (action.actor) {
    case 'page': {
      const flow = world.flows[action.target] ?? world.flows.at(-1);
      if (flow) pageActs[action.act](flow);
      break;
    }
    case 'callback':
      (opened.deliveries[action.target] ?? opened.deliveries.at(-1))?.[action.act]();
      break;
    case 'host':
      hostActs[action.act](opened);
      break;
    case 'clock':
      vi.advanceTimersByTime(action.act);
      break;
  }
}

const pageActs: { [act in PageAction]: (flow: (typeof world.flows)[number]) => void } = {
  // A page may send it twice, and the page of an earlier flow may still send it.
  code: ({ listener, nonce }) =>
    listener.onMessage({ type: 'code', code: `code-of-${nonce}` as AuthorizationCode, nonce }),
  exit: ({ listener }) => listener.onMessage({ type: 'exit', reason: 'denied' }),
  ready({ listener }) {
    listener.onMessage({ type: 'ready', application: { name: 'A', environment: 'test' } });
    listener.onMessage({ type: 'providers', providers: [] });
  },
  page_error: ({ listener }) =>
    listener.onMessage({ type: 'error', code: 'server_error', message: 'x', retryable: true }),
  failure: ({ listener }) => listener.onFailure('connection_lost'),
  login: ({ listener }) => listener.onMessage({ type: 'step', step: 'login' }),
  hello: ({ listener }) => listener.onHello?.(),
  joined: ({ listener }) => listener.onMessage({ type: 'handoff_changed', state: 'joined' }),
  left: ({ listener }) => listener.onMessage({ type: 'handoff_changed', state: 'left' }),
  consent: ({ listener }) => listener.onMessage({ type: 'step', step: 'consent' }),
};

const currentUser = () => world.modals.at(-1)?.options.actions;
const hostActs: { [act in HostAction]: (opened: Opened) => void } = {
  close: ({ session }) => session.close(),
  close_on_event: ({ closeOnNextEvent }) => closeOnNextEvent(),
  abort: ({ aborter }) => aborter.abort(),
  open({ openAgain }) {
    // Once the session is over, a second call starts a new session.
    if (world.openSurfaces > 0) openAgain();
  },
  retry: () => currentUser()?.retry(),
  request_close: () => currentUser()?.requestClose(),
  confirm_exit: () => currentUser()?.confirmExit(),
  open_popup: () => currentUser()?.openPopup(),
  lose_popup() {
    for (const popup of world.popups) popup.closed = true;
    vi.advanceTimersByTime(1000);
  },
  use_frame: () => currentUser()?.useFrame(),
  go_back: () => currentUser()?.goBack(),
};

/** The latest page sends its code, and the host accepts it. */
const happyEnd: [Action[], boolean] = [
  [
    { actor: 'page', act: 'code', target: 99 },
    { actor: 'callback', act: 'resolve', target: 99 },
  ],
  true,
];

const letPromisesSettle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  // A session on this machine asks a silent service, and no service runs here.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('settles exactly one outcome whatever the order of code, exit, close, timeout, retry and open', {
  tags: ['threat-1'],
  timeout: 60_000,
}, async () => {
  await loadSession();
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      displays,
      fc.array(step, { minLength: 1, maxLength: 14 }),
      // By chance alone, hardly any script would reach a happy end.
      fc.constantFrom([], [happyEnd]),
      async (display, script, end) => {
        Object.assign(world, { flows: [], modals: [], popups: [], openSurfaces: 0 });
        const opened = openSession(display);
        for (const [steps, isSettlingBetween] of [...script, ...end]) {
          for (const one of steps) {
            act(one, opened);
            if (isSettlingBetween) await letPromisesSettle();
          }
        }
        await letPromisesSettle();
        opened.session.close();
        vi.advanceTimersByTime(15_000);
        await letPromisesSettle();
        vi.advanceTimersByTime(15_000);
        await letPromisesSettle();

        const { outcomes, exits, codes, deliveries, wrongs } = opened;
        expect(wrongs).toEqual([]);
        expect(outcomes).toHaveLength(1);
        expect(exits).toHaveLength(outcomes[0] === 'exited' ? 1 : 0);
        if (outcomes[0] === 'connected') {
          expect(deliveries.some(({ isResolved }) => isResolved)).toBe(true);
        }
        expect(new Set(codes).size).toBe(codes.length);
        expect(world.openSurfaces).toBe(0);
        expect(world.modals.every(({ isClosed }) => isClosed)).toBe(true);
        expect(world.flows.every(({ isClosed }) => isClosed)).toBe(true);
        reached.add(`${outcomes[0]} ${exits}, codes: ${codes.length}`);
      },
    ),
    { numRuns: byExtent(1000, 3000) },
  );
  // The run proves something only if it reached every state.
  const all = [...reached].join('; ');
  for (const end of [
    'connected',
    'closed',
    'denied',
    'aborted',
    'server_error',
    'popup_closed',
    'codes: 2',
  ]) {
    expect(all).toContain(end);
  }
  expect(all).toContain('callback_failed');
});
