import { expect, it } from 'vitest';
import type { TimerName } from '../../../src/sdk/host/session/draft.ts';
import {
  createState,
  getError,
  isLive,
  type SessionFacts,
  type SessionState,
} from '../../../src/sdk/host/session/phase.ts';
import { type Input, transition } from '../../../src/sdk/host/session/transition.ts';
import { ConnectError } from '../../../src/sdk/protocol/errors.ts';
import type { PageMessage } from '../../../src/sdk/protocol/messages.ts';
import { byExtent } from '../../support/extent.ts';
import { application, code, framed, popupOnly, say, service } from './fixtures.ts';

// Many errors are created here, and their stacks would dominate the time.
Error.stackTraceLimit = 0;

/** A session, the timer that it has started, and the last error that its host was told. */
interface Place {
  readonly state: SessionState;
  readonly timer: TimerName | null;
  readonly isErrorTold: boolean;
  /** The browser has not answered yet whether it opens the popup. */
  readonly isOpening: boolean;
  /** The last input has settled the session twice, or has gone on after its outcome. */
  readonly isWrong: boolean;
}

const messages: readonly PageMessage[] = [
  { type: 'ready', application, session: false },
  { type: 'providers', providers: [framed] },
  { type: 'providers', providers: [framed, popupOnly] },
  { type: 'provider_selected', provider_id: 'framed' },
  { type: 'provider_selected', provider_id: 'popup-only' },
  { type: 'step', step: 'select' },
  { type: 'step', step: 'consent' },
  code,
  { type: 'exit', reason: 'denied' },
  { type: 'exit_requested' },
  { type: 'leaving' },
  { type: 'handoff_changed', state: 'waiting' },
  { type: 'handoff_changed', state: 'joined' },
  { type: 'handoff_changed', state: 'left' },
  { type: 'handoff_changed', state: 'refused' },
  { type: 'handoff_asked', number: '12' },
  { type: 'provider_not_listed' },
  { type: 'resize', height: 400 },
  { type: 'unloading' },
  { type: 'error', code: 'server_error', message: 'x', retryable: true },
];

const everyState = [
  ...['connected', 'failed', 'finishing', 'leaving', 'on-page', 'over', 'popup asking'],
  ...['popup blocked', 'popup closed', 'popup missed', 'popup none', 'popup offered', 'popup open'],
  ...['selecting', 'starting'],
];

/** Everything that can happen next. */
function listInputs({ state, timer, isOpening }: Place): readonly Input[] {
  if (isOpening) return [true, false].map((isBlocked) => ['popupOpened', isBlocked]);
  const { popup, deliveries } = state;
  const isReached = popup.name === 'open' && popup.contact === 'reached';
  return [
    ...messages.map((message) => say(message)),
    ...(isReached ? messages.map((message) => say(message, 'popup')) : []),
    ...(timer ? [['timedOut', timer] as const] : []),
    ...(deliveries > 0 ? ([['callbackDone'], ['callbackFailed', deliveries, 'x']] as const) : []),
    ['flowFailed', 'frame', 'frame_blocked'],
    ['flowFailed', 'popup', 'connection_lost'],
    ['selectProvider', 'framed'],
    ['selectProvider', 'popup-only'],
    ['goBack'],
    ['retry'],
    ['openPopup'],
    ['returnToFrame'],
    ['requestClose'],
    ['confirmExit'],
    ['keepGoing'],
    ['close', 'closed'],
    ['close', 'aborted'],
    ['cannotDraw', undefined],
    ['showAgain'],
    ['online'],
    ['popupHello'],
    ['popupClosed'],
    ['serviceRefused', 'x'],
  ];
}

function move(place: Place, input: Input): Place {
  const step = transition(place.state, input);
  const { state, effects } = step;
  let { timer, isErrorTold } = place;
  // A timer that has ended does not end again.
  if (input[0] === 'timedOut') timer = null;
  for (const [name, value] of effects) {
    if (name === 'waitFor') timer = value;
    if (name === 'stopWaiting') timer = null;
    if (name === 'emit' && value.name === 'failed') isErrorTold = true;
    if (name === 'emit' && value.name === 'retried') isErrorTold = false;
  }
  const isOpening = effects.some(([name]) => name === 'openPopup');
  return { state, timer, isErrorTold, isOpening, isWrong: hasWrongOutcome(place.state, step) };
}

/** Only the user can end the other states, and each of them offers a button for it. */
function isWaiting({ phase, popup, providers }: SessionState): boolean {
  switch (phase.name) {
    case 'finishing':
    case 'connected':
    case 'leaving':
      return true;
    case 'starting':
      return popup.name === 'none' || (popup.name === 'open' && popup.contact !== 'joined');
    case 'selecting':
      return popup.name === 'none' && (phase.busyId !== null || providers === null);
    default:
      return false;
  }
}

/** The user is to do something, in the modal or in the frame. */
function isIdle({ phase, popup }: SessionState): boolean {
  return popup.name === 'none' && (phase.name === 'selecting' || phase.name === 'on-page');
}

/** An outcome is the last thing that a host is told, once, and nothing counts after it. */
function hasWrongOutcome(before: SessionState, { state, effects }: ReturnType<typeof transition>) {
  if (before.phase.name === 'over') return state !== before || effects.length > 0;
  const told = effects.filter(([name]) => /emit|deliver|settle/.test(name));
  const first = told.findIndex(([name]) => name === 'settle');
  return state.phase.name === 'over' ? first !== told.length - 1 || first < 0 : first >= 0;
}

/** Equal for places that have the same future. */
function describe({ state, timer, isErrorTold, isOpening, isWrong }: Place): string {
  const { phase, popup, frame, shown, providerId, providers, deliveries } = state;
  const facts = { frame, shown, providerId, timer, isErrorTold, isOpening, isWrong };
  const known = { ...facts, count: providers?.length, isDelivered: deliveries > 0 };
  return JSON.stringify({ ...known, phase: nameError(phase), popup: nameError(popup) });
}

/** The code of an error says all. A replacer of JSON would take most of the time. */
const nameError = (part: object) =>
  'error' in part ? { ...part, error: (part.error as ConnectError | null)?.code } : part;

/** @returns the reason why a person could be stuck there; undefined when there is a way out */
function findFault(place: Place): string | undefined {
  const { state, timer, isOpening, isErrorTold, isWrong } = place;
  if (isWrong) return 'its outcome is not the last thing that its host is told';
  if (isOpening || state.phase.name === 'over') return undefined;
  const hasError = getError(state) !== null;
  if (isLive(state.phase) && isErrorTold !== hasError) return 'its host does not know the error';
  if (!isWaiting(state))
    return timer && isIdle(state) ? 'it may fail although all is well' : undefined;
  if (timer === null) return 'it waits without a timer';
  const later = move(place, ['timedOut', timer]);
  return describe({ ...later, timer }) === describe(place) ? 'its timer does nothing' : undefined;
}

/** The short run reaches every state, too. */
const length = byExtent(6, 8);

/** Goes every way of `length` inputs. @returns the first faults, and the names of the states on the ways */
function walk(first: Place) {
  const known = new Set([describe(first)]);
  const names = new Set<string>();
  const faults: string[] = [];
  let places: [Place, readonly string[]][] = [[first, []]];
  for (let depth = 0; depth < length; depth += 1) {
    const next: typeof places = [];
    for (const [place, path] of places) {
      names.add(place.state.phase.name).add(`popup ${place.state.popup.name}`);
      for (const input of listInputs(place)) {
        const reached = move(place, input);
        const name = describe(reached);
        if (known.has(name)) continue;
        known.add(name);
        const way = [...path, JSON.stringify(input)];
        const fault = findFault(reached);
        if (fault) faults.push(`${fault}: ${way.join(' ')} → ${name}`);
        else next.push([reached, way]);
      }
    }
    places = next;
  }
  return { faults: faults.slice(0, 5), names };
}

it.each<Partial<SessionFacts> & { readonly id?: string }>([
  {},
  { id: 'popup-only' },
  { display: 'frame' },
  { display: 'popup' },
  { isFramed: true },
  { isOpaque: true },
  { isOnline: false },
])(
  'every state with %o has a way out by time, and one outcome at most',
  ({ id = null, ...different }) => {
    const usual = {
      display: 'auto',
      isOpaque: false,
      isFramed: false,
      isServiceLocal: false,
      isOnline: true,
    } as const;
    const facts = { ...usual, ...service, ConnectError, ...different };
    const outside = { timer: null, isErrorTold: false, isOpening: false, isWrong: false };
    const { faults, names } = walk(move({ state: createState(facts, id), ...outside }, ['start']));
    expect(faults).toEqual([]);
    // The walk proves something only if it reached every state.
    if (facts.display === 'auto' && id === null && Object.keys(different).length === 0) {
      expect([...names].sort()).toEqual(everyState);
    }
  },
);
