// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageMessage } from '../../../src/sdk/protocol/messages.ts';
import { byExtent } from '../../support/extent.ts';
import { drawAtOnce } from '../ui/fixtures.ts';
import { ready } from './fixtures.ts';
import {
  blockPopups,
  findFrame,
  findHost,
  forgetPages,
  listPages,
  openSession as openRecorded,
  prepareHost,
  restoreBrowser,
  type SimulatedPage,
} from './whole-host.ts';

drawAtOnce();

/** Popups, and the element with the frame and the modal. */
function countSurfaces(): number {
  const popups = listPages().filter(({ isPopup, window }) => isPopup && !window.closed);
  return popups.length + (findHost() ? 1 : 0);
}

/** An act on a page: the one with this index, or the latest. */
const onPage = (run: (page: SimulatedPage) => void) => (_: Opened, index: number) => {
  // A frame has its page once its window is read.
  void findFrame()?.contentWindow;
  const page = listPages()[index] ?? listPages().at(-1);
  if (page?.welcomes.length === 0) page.sayHello();
  if (page && page.welcomes.length > 0) run(page);
};

const say = (...messages: readonly (PageMessage | { readonly type: string })[]) =>
  onPage((page) => page.say(...messages));

/** An act on a code's callback: the one with this index, or the latest. */
const onDelivery =
  (name: 'resolve' | 'reject') =>
  ({ deliveries }: Opened, index: number) =>
    (deliveries[index] ?? deliveries.at(-1))?.[name]();

/** Presses the first of these buttons that the modal has. */
const press =
  (...names: readonly string[]) =>
  () => {
    const buttons = [...(findHost()?.shadowRoot.querySelectorAll('button') ?? [])];
    const readName = (button: Element) =>
      button.getAttribute('aria-label') ?? button.textContent ?? '';
    buttons.find((button) => names.includes(readName(button)))?.click();
  };

const pass = (ms: number) => () => void vi.advanceTimersByTime(ms);

const malformed = { type: 'resize' };

/** Everything that can happen. */
const acts = {
  // A page may send it twice, and the page of an earlier flow may still send it.
  code: onPage((page) => page.say(page.createCode())),
  exit: say({ type: 'exit', reason: 'denied' }),
  ready: say(ready, { type: 'providers', providers: [] }),
  page_error: say({ type: 'error', code: 'server_error', message: 'x', retryable: true }),
  // The third malformed message ends the flow.
  failure: say(malformed, malformed, malformed),
  login: say({ type: 'step', step: 'login' }),
  hello: onPage((page) => page.sayHello()),
  joined: say({ type: 'handoff_changed', state: 'joined' }),
  left: say({ type: 'handoff_changed', state: 'left' }),
  consent: say({ type: 'step', step: 'consent' }),
  resolve: onDelivery('resolve'),
  reject: onDelivery('reject'),
  close: ({ session }: Opened) => session.close(),
  close_on_event: ({ closeOnNextEvent }: Opened) => closeOnNextEvent(),
  abort: ({ aborter }: Opened) => aborter.abort(),
  open({ openAgain }: Opened) {
    // Once the session is over, a second call starts a new session.
    if (countSurfaces() > 0) openAgain();
  },
  retry: press('Try again'),
  request_close: press('Close', 'Cancel'),
  confirm_exit: press('Leave'),
  open_popup: press('Open window', 'Open again'),
  lose_popup() {
    for (const { isPopup, window } of listPages()) window.closed ||= isPopup;
    vi.advanceTimersByTime(1000);
  },
  use_frame: press('Continue here'),
  go_back: press('Back'),
  /** Long enough for the modal to be drawn, with its buttons. */
  draw: pass(999),
  wait_shortly: pass(1),
  wait: pass(5000),
  wait_long: pass(15_000),
};

type Name = keyof typeof acts;
type Action = readonly [name: Name, index?: number];

const list = (...names: Name[]): Action[] => names.map((name) => [name]);
const names = Object.keys(acts) as Name[];
// The callbacks would otherwise be rare.
const anyName = fc.constantFrom(...names, ...(['resolve', 'reject', 'code'] as const));
/** Random single actions would rarely reach a second code, or the failure of a callback. */
const failedTry = list('code', 'reject', 'draw', 'retry');
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(anyName, fc.nat({ max: 3 })).map((one): Action[] => [one]) },
  ...[
    failedTry,
    list('code', 'reject', 'close'),
    list('hello', 'lose_popup'),
    list('exit', 'draw'),
    list('page_error', 'close'),
  ].map((one) => fc.constant(one)),
);
const happyEnd = list('code', 'resolve');
// With random steps alone, hardly any script would reach a second code or a happy end.
const scripts = fc.oneof(
  { weight: 9, arbitrary: fc.array(steps, { minLength: 1, maxLength: 14 }) },
  { weight: 1, arbitrary: fc.constant([list('draw', 'draw'), failedTry, list('draw')]) },
);
/** Random scripts seldom lose a popup whose page they have reached. */
const lostPopup = list('hello', 'ready', 'lose_popup', 'request_close');
const displays = fc.constantFrom('auto' as const, 'frame' as const, 'popup' as const);

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
    openRecorded({
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
        if (countSurfaces() > 0) wrongs.push('a callback before the teardown');
        exits.push(`${reason} ${error?.code}`);
      },
      onEvent({ name }) {
        if (outcomes.length > 0) wrongs.push(`${name} after the end`);
        if (!isClosingOnNextEvent) return;
        isClosingOnNextEvent = false;
        session.close();
      },
    }).session;
  const session = openAgain();
  session.finished.then(
    ({ status }) => outcomes.push(status),
    () => wrongs.push('finished rejected'),
  );
  const recorded = { codes, exits, outcomes, deliveries, wrongs };
  return { session, aborter, openAgain, closeOnNextEvent, ...recorded };
}

type Opened = ReturnType<typeof openSession>;

const letPromisesSettle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(async () => {
  await prepareHost();
  blockPopups((count) => count % 4 === 3);
});
afterEach(restoreBrowser);

it('settles exactly one outcome whatever the order of code, exit, close, timeout, retry and open', {
  tags: ['threat-1'],
}, async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      displays,
      fc.tuple(scripts, fc.constantFrom([], [happyEnd])),
      fc.boolean(),
      async (display, script, isSettlingBetween) => {
        forgetPages();
        const opened = openSession(display);
        for (const [name, index = 99] of script.flat(2)) {
          acts[name](opened, index);
          if (isSettlingBetween) await letPromisesSettle();
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
        expect(countSurfaces()).toBe(0);
        for (const { ports } of listPages()) {
          expect(ports.filter(({ peer }) => peer !== undefined)).toEqual([]);
        }
        reached.add(`${outcomes[0]} ${exits}, codes: ${codes.length}`);
      },
    ),
    { numRuns: byExtent(400, 3000), examples: [['popup', [[lostPopup], []], true]] },
  );
  // The run proves something only if it reached every state.
  const all = [...reached].join('; ');
  const ends = ['connected', 'closed', 'denied', 'aborted', 'server_error', 'popup_closed'];
  for (const end of [...ends, 'callback_failed', 'codes: 2']) expect(all).toContain(end);
});
