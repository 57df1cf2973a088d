// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { byExtent } from '../../support/extent.ts';
import { drawAtOnce } from '../ui/fixtures.ts';
import { ready } from './fixtures.ts';
import {
  blockPopups,
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

const pageActs = {
  // A page may send it twice, and the page of an earlier flow may still send it.
  code: (page: SimulatedPage) => page.say(page.createCode()),
  exit: (page: SimulatedPage) => page.say({ type: 'exit', reason: 'denied' }),
  ready: (page: SimulatedPage) => page.say(ready, { type: 'providers', providers: [] }),
  page_error: (page: SimulatedPage) =>
    page.say({ type: 'error', code: 'server_error', message: 'x', retryable: true }),
  // The third malformed message ends the flow.
  failure: (page: SimulatedPage) => page.say(malformed, malformed, malformed),
  login: (page: SimulatedPage) => page.say({ type: 'step', step: 'login' }),
  hello: (page: SimulatedPage) => page.sayHello(),
  joined: (page: SimulatedPage) => page.say({ type: 'handoff_changed', state: 'joined' }),
  left: (page: SimulatedPage) => page.say({ type: 'handoff_changed', state: 'left' }),
  consent: (page: SimulatedPage) => page.say({ type: 'step', step: 'consent' }),
};

const malformed = { type: 'resize' };

/** Presses the first of these buttons that the modal has. */
function press(...names: readonly string[]): void {
  const buttons = [...(findHost()?.shadowRoot.querySelectorAll('button') ?? [])];
  const readName = (button: Element) =>
    button.getAttribute('aria-label') ?? button.textContent ?? '';
  buttons.find((button) => names.includes(readName(button)))?.click();
}

const hostActs = {
  close: ({ session }: Opened) => session.close(),
  close_on_event: ({ closeOnNextEvent }: Opened) => closeOnNextEvent(),
  abort: ({ aborter }: Opened) => aborter.abort(),
  open({ openAgain }: Opened) {
    // Once the session is over, a second call starts a new session.
    if (countSurfaces() > 0) openAgain();
  },
  retry: () => press('Try again'),
  request_close: () => press('Close', 'Cancel'),
  confirm_exit: () => press('Leave'),
  open_popup: () => press('Open window', 'Open again'),
  lose_popup() {
    for (const { isPopup, window } of listPages()) window.closed ||= isPopup;
    vi.advanceTimersByTime(1000);
  },
  use_frame: () => press('Continue here'),
  go_back: () => press('Back'),
};

/** One event. `target` chooses the flow or delivery; default: the latest. */
type Action =
  | { readonly actor: 'page'; readonly act: keyof typeof pageActs; readonly target: number }
  | { readonly actor: 'callback'; readonly act: 'resolve' | 'reject'; readonly target: number }
  | { readonly actor: 'host'; readonly act: keyof typeof hostActs }
  | { readonly actor: 'clock'; readonly act: number };

const target = fc.nat({ max: 3 });
const choose = <const Choice>(...choices: Choice[]) => fc.constantFrom(...choices);
const actsOf = <Acts extends object>(acts: Acts) =>
  choose(...(Object.keys(acts) as (keyof Acts)[]));
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ actor: choose('page'), act: actsOf(pageActs), target }) },
  {
    weight: 4,
    arbitrary: fc.record({ actor: choose('callback'), act: choose('resolve', 'reject'), target }),
  },
  { weight: 7, arbitrary: fc.record({ actor: choose('host'), act: actsOf(hostActs) }) },
  {
    weight: 2,
    arbitrary: fc.record({ actor: choose('clock'), act: choose(1, 999, 5000, 15_000) }),
  },
);

const page = (act: keyof typeof pageActs): Action => ({ actor: 'page', act, target: 99 });
const callback = (act: 'resolve' | 'reject'): Action => ({ actor: 'callback', act, target: 99 });
const host = (act: keyof typeof hostActs): Action => ({ actor: 'host', act });
/** Long enough for the modal to be drawn, with its buttons. */
const drawing: Action = { actor: 'clock', act: 999 };

/** Leads to a second code, which random single actions would rarely reach. */
const failedTry = [page('code'), callback('reject'), drawing, host('retry')];
const lostPopup = [page('hello'), host('lose_popup')];
const denial = [page('exit'), drawing];
const pageProblem = [page('page_error'), host('close')];
const displays = choose('auto', 'frame', 'popup');
const step = fc.tuple(
  fc.oneof(
    action.map((one) => [one]),
    fc.constant(failedTry),
    fc.constant(lostPopup),
    fc.constant(denial),
    fc.constant(pageProblem),
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

function act(action: Action, opened: Opened): void {
  switch (action.actor) {
    case 'page': {
      const target = listPages()[action.target] ?? listPages().at(-1);
      if (!target) break;
      if (target.welcomes.length === 0) target.sayHello();
      if (target.welcomes.length > 0) pageActs[action.act](target);
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

/** The latest page sends its code, and the host accepts it. */
const happyEnd: [Action[], boolean] = [[page('code'), callback('resolve')], true];
const secondTry: [Action[], boolean] = [failedTry, true];
const pause: [Action[], boolean] = [[drawing], true];

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
      // With random steps alone, hardly any script would reach a second code or a happy end.
      fc.oneof(
        { weight: 9, arbitrary: fc.array(step, { minLength: 1, maxLength: 14 }) },
        { weight: 1, arbitrary: fc.constant([pause, pause, secondTry, pause]) },
      ),
      fc.constantFrom([], [happyEnd]),
      async (display, script, end) => {
        forgetPages();
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
        expect(countSurfaces()).toBe(0);
        for (const { ports } of listPages()) {
          expect(ports.filter(({ peer }) => peer !== undefined)).toEqual([]);
        }
        reached.add(`${outcomes[0]} ${exits}, codes: ${codes.length}`);
      },
    ),
    { numRuns: byExtent(400, 3000) },
  );
  // The run proves something only if it reached every state.
  const all = [...reached].join('; ');
  const ends = ['connected', 'closed', 'denied', 'aborted', 'server_error', 'popup_closed'];
  for (const end of [...ends, 'callback_failed', 'codes: 2']) expect(all).toContain(end);
});
