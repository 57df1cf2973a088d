import { expect, it } from 'vitest';
import type { TimerName } from '../../../src/sdk/host/session/draft.ts';
import {
  createState,
  getError,
  getStep,
  hasPopup,
  isLive,
  type SessionFacts,
  type SessionState,
} from '../../../src/sdk/host/session/phase.ts';
import { type Input, transition } from '../../../src/sdk/host/session/transition.ts';
import { ConnectError } from '../../../src/sdk/protocol/errors.ts';
import type { PageMessage } from '../../../src/sdk/protocol/messages.ts';
import { byExtent } from '../../support/extent.ts';
import { explore } from '../explore.ts';
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
  /** The surfaces that the effects have opened and not closed, and whether the frame's page has the handoff. */
  readonly hasWindow: boolean;
  readonly hasFlow: boolean;
  readonly hasHandoff: boolean;
  /** The fault in the effects of the last input. */
  readonly wrong: string | undefined;
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

const choices: readonly Input[] = [
  ['selectProvider', 'framed'],
  ['selectProvider', 'popup-only'],
];

/** Everything that can happen next. The modal lists providers only while it shows no popup. */
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
    ...(popup.name === 'none' ? choices : []),
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
  const next: Mutable<Place> = { ...place, state, isOpening: false };
  // A timer that has ended does not end again.
  if (input[0] === 'timedOut') next.timer = null;
  if (input[0] === 'popupOpened') next.hasWindow = !input[1];
  if (input[0] === 'flowFailed' && input[1] === 'frame' && effects.length > 0) next.hasFlow = false;
  for (const effect of effects) perform(next, effect);
  next.wrong = Object.keys(stepFaults).find((name) => stepFaults[name]?.(place.state, step));
  return next;
}

type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

type Step = ReturnType<typeof transition>;

function perform(place: Mutable<Place>, effect: Step['effects'][number]): void {
  switch (effect[0]) {
    case 'waitFor':
      place.timer = effect[1];
      break;
    case 'stopWaiting':
      place.timer = null;
      break;
    case 'emit':
      if (effect[1].name === 'failed') place.isErrorTold = true;
      if (effect[1].name === 'retried') place.isErrorTold = false;
      break;
    case 'openPopup':
      Object.assign(place, { isOpening: true, hasWindow: false, hasHandoff: false });
      break;
    case 'closePopup':
      place.hasWindow = false;
      break;
    case 'startFrame':
      Object.assign(place, { hasFlow: true, hasHandoff: false });
      break;
    case 'closeFrameFlow':
      place.hasFlow = false;
      break;
    case 'sendHandoff':
      place.hasHandoff ||= place.state.frame === 'followed';
      break;
    case 'send':
      if (effect[1] === 'frame' && effect[2].type === 'back') place.hasHandoff = false;
      break;
  }
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

/** The user is to do something: in the modal, in the frame or in a popup that has joined. */
function isIdle({ phase, popup }: SessionState): boolean {
  if (popup.name === 'none') return phase.name === 'selecting' || phase.name === 'on-page';
  return popup.name !== 'open' || popup.contact === 'joined';
}

/** The possible faults in the effects of an input, for the host or the frame's page. */
const stepFaults: Readonly<Record<string, (before: SessionState, step: Step) => boolean>> = {
  'it goes on after its outcome': (before, { state, effects }) =>
    before.phase.name === 'over' && (state !== before || effects.length > 0),
  'its outcome is not the last thing that its host is told': (before, { state, effects }) => {
    const told = effects.filter(([name]) => /emit|deliver|settle/.test(name));
    const first = told.findIndex(([name]) => name === 'settle');
    const isEnd = state.phase.name === 'over' && before.phase.name !== 'over';
    return first !== (isEnd ? told.length - 1 : -1) || (isEnd && first < 0);
  },
  'its host does not know the step, or hears it twice': (before, step) => {
    const steps = [getStep(before.phase), ...listTold(step, 'step_changed')];
    return hasTwins(steps) || steps.at(-1) !== getStep(step.state.phase);
  },
  'its host does not know the surface, or hears it twice': (before, step) => {
    const surfaces = [before.shown, ...listTold(step, 'surface_changed')];
    return hasTwins(surfaces) || surfaces.at(-1) !== step.state.shown;
  },
  'its page does not know the choice': (before, { state, effects }) =>
    isBusy(state) &&
    !isBusy(before) &&
    !effects.some(([name, , message]) => name === 'send' && message.type === 'select_provider'),
};

const hasTwins = (list: readonly string[]) =>
  list.some((one, index) => index > 0 && one === list[index - 1]);

/** The steps or surfaces that an input tells the host, in order. */
const listTold = ({ effects }: Step, type: 'step_changed' | 'surface_changed') =>
  effects.flatMap(([name, event]) => {
    if (name !== 'emit' || event.name !== type) return [];
    return 'step' in event ? event.step : event.surface;
  });

const isBusy = ({ phase }: SessionState) => phase.name === 'selecting' && phase.busyId !== null;

const isFollowed = ({ frame }: SessionState) => frame === 'loading' || frame === 'followed';

/** A popup that the host cannot reach, or that leaves for a provider's site, comes back by the handoff. */
function needsHandoff({ popup, frame }: SessionState): boolean {
  if (popup.name !== 'open' || frame !== 'followed') return false;
  return popup.contact === 'reached' ? popup.isLeaving : popup.contact !== 'joined';
}

/** Equal for places that have the same future. */
function describe({ state, ...outside }: Place): string {
  const { phase, popup, frame, shown, providerId, providers, deliveries } = state;
  const facts = { frame, shown, providerId, ...outside };
  const known = { ...facts, count: providers?.length, isDelivered: deliveries > 0 };
  return JSON.stringify({ ...known, phase: nameError(phase), popup: nameError(popup) });
}

/** The code of an error says all. A replacer of JSON would take most of the time. */
const nameError = (part: object) =>
  'error' in part ? { ...part, error: (part.error as ConnectError | null)?.code } : part;

/** The reasons why a person could be stuck in a place, or why the session does not know its surfaces. */
const placeFaults: Readonly<Record<string, (place: Place) => boolean>> = {
  'its popup is not as open as it says': ({ state, hasWindow }) =>
    hasWindow !== (hasPopup(state) && state.phase.name !== 'connected'),
  'its frame has no flow': ({ state, hasFlow }) => isFollowed(state) && !hasFlow,
  'its popup cannot come back': ({ state, hasHandoff }) => needsHandoff(state) && !hasHandoff,
  'it goes on after a failure': ({ state, timer }) =>
    state.phase.name === 'failed' && (isFollowed(state) || timer !== null),
  'its host does not know the error': ({ state, isErrorTold }) =>
    isLive(state.phase) && isErrorTold !== (getError(state) !== null),
  'it may fail although all is well': ({ state, timer }) =>
    timer !== null && !isWaiting(state) && isIdle(state),
  'it waits without a timer': ({ state, timer }) => timer === null && isWaiting(state),
  'its timer does nothing': (place) => {
    const { state, timer } = place;
    if (timer === null || !isWaiting(state)) return false;
    return describe({ ...move(place, ['timedOut', timer]), timer }) === describe(place);
  },
};

/** @returns what is wrong with a place and the way to it; undefined when there is a way out */
function findFault(place: Place): string | undefined {
  if (place.wrong || place.isOpening || place.state.phase.name === 'over') return place.wrong;
  return Object.keys(placeFaults).find((name) => placeFaults[name]?.(place));
}

/** The short run reaches every state, too. */
const depth = byExtent(6, 8);

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
    const surfaces = { hasWindow: false, hasFlow: false, hasHandoff: false };
    const told = { isErrorTold: false, isOpening: false, wrong: undefined };
    const outside = { ...surfaces, ...told, timer: null };
    const first = move({ state: createState(facts, id), ...outside }, ['start']);
    const { faults, places } = explore({ first, depth, listInputs, move, describe, findFault });
    expect(faults).toEqual([]);
    // The walk proves something only if it reached every state.
    if (facts.display === 'auto' && id === null && Object.keys(different).length === 0) {
      const names = places.flatMap(({ state: { phase, popup } }) => [
        phase.name,
        `popup ${popup.name}`,
      ]);
      expect([...new Set(names)].sort()).toEqual(everyState);
    }
  },
);
