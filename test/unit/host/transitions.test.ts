import { describe, expect, it } from 'vitest';
import type { TimerName } from '../../../src/sdk/host/session/draft.ts';
import { createFailure } from '../../../src/sdk/host/session/failures.ts';
import { createState, type SessionFacts } from '../../../src/sdk/host/session/phase.ts';
import { type Input, transition } from '../../../src/sdk/host/session/transition.ts';
import { ConnectError, type ConnectErrorCode } from '../../../src/sdk/protocol/errors.ts';
import type { HandoffState, SurfaceKind } from '../../../src/sdk/protocol/messages.ts';
import { code, framed, popupOnly, ready, say, service, theCode } from './fixtures.ts';

/* Things that a host can hear and a user can see in places that the tests of whole sessions do not reach. */

/** The host's choices that matter to `transition`. */
interface Setting {
  readonly display?: SessionFacts['display'];
  readonly isOpaque?: boolean;
  readonly isFramed?: boolean;
  readonly hasSession?: boolean;
  readonly provider?: string;
}

/** An input, or a change of the network, which starts as `online`. */
type Event = Input | 'online' | 'offline';

/**
 * @param setting - default: `auto`, no preselected provider
 * @param events - its inputs, and changes of the network between them
 * @returns the state at the end, and the timer that runs. `effects` counts those of the last input, with timers.
 *   `told` lists its events and its outcome for the host, its messages for a page, and the code
 */
function drive(setting: Setting, ...events: readonly Event[]) {
  const { display = 'auto', isOpaque = false, isFramed = false, provider = null } = setting;
  const facts = {
    ...service,
    hasSession: setting.hasSession ?? false,
    isServiceLocal: false,
    isOnline: true,
    ConnectError,
  };
  let state = createState({ display, isOpaque, isFramed, ...facts }, provider);
  let told: readonly unknown[] = [];
  let effects = 0;
  let timer: TimerName | null = null;
  let isOnline = true;
  for (const event of events) {
    if (typeof event === 'string') isOnline = event === 'online';
    else {
      const step = transition({ ...state, isOnline }, event);
      state = step.state;
      told = listTold(step);
      effects = step.effects.length;
      timer = findTimer(step, timer);
    }
  }
  return { state, told, effects, timer };
}

/** @returns the timer that runs after a step; `before` ran before it */
function findTimer(
  { effects }: ReturnType<typeof transition>,
  before: TimerName | null,
): TimerName | null {
  let timer = before;
  for (const [name, value] of effects) {
    if (name === 'waitFor') timer = value;
    else if (name === 'stopWaiting') timer = null;
  }
  return timer;
}

/** @returns the effects of a step for the host and the page; the others are names of timers and surfaces */
function listTold({ effects }: ReturnType<typeof transition>): readonly unknown[] {
  return effects.flatMap(([, ...values]: readonly unknown[]) => {
    const [first, step] = values;
    // An outcome comes with the step of the exit.
    if (typeof step === 'string' && typeof first === 'object') return [{ ...first, step }];
    return values.filter((value) => typeof value === 'object' || value === theCode);
  });
}

type Inputs = readonly Event[];

/** By name: the inputs, and what is expected after the last one. */
type Rows<Expected> = Readonly<
  Record<string, readonly [inputs: Inputs, expected: Expected, setting?: Setting]>
>;

const providers = say({ type: 'providers', providers: [framed, popupOnly] });
const selected = (provider_id: string, from: SurfaceKind = 'frame') =>
  say({ type: 'provider_selected', provider_id }, from);

/** A way to a place in the session. */
const way = (...inputs: Inputs) => inputs;

const started = way(['start']);
const atSelector = way(...started, say(ready), providers);
const atLogin = way(...atSelector, ['selectProvider', 'framed'], selected('framed'));
const finishing = way(...atLogin, say(code));
/** The popup's page has said nothing yet. */
const withSilentPopup = way(
  ...atSelector,
  ['selectProvider', 'popup-only'],
  ['popupOpened', false],
);
const withPopup = way(...withSilentPopup, ['popupHello']);
/** At the login in a popup. */
const atLoginInPopup = way(...withPopup, selected('popup-only', 'popup'));
/** Browsers report the popup as closed, although it may be cut off only. */
const withSeveredPopup = way(...withSilentPopup, ['popupClosed']);
const withMissedPopup = way(...withPopup, say({ type: 'leaving' }, 'popup'), ['popupClosed']);
/** The page in the frame could not load. */
const timedOut = way(...started, ['timedOut', 'pageLoad']);
/** The page in the frame stopped answering. */
const failed = way(...atLogin, ['flowFailed', 'frame', 'connection_lost']);

const connected = way(...finishing, ['callbackDone']);
const opened = way(...started, ['popupOpened', false]);
const blocked = way(...started, ['flowFailed', 'frame', 'frame_blocked']);
const lost = ['flowFailed', 'frame', 'connection_lost'] as const;
const login = say({ type: 'step', step: 'login' });
const left = say({ type: 'leaving' }, 'popup');
const about = (state: HandoffState) => say({ type: 'handoff_changed', state });
const asked = (number: string | null) => say({ type: 'handoff_asked', number });
const expired = say({ type: 'error', code: 'session_expired', message: 'x', retryable: true });
const confirmed = selected('popup-only');
const cause = new TypeError('HTTP 500');
const retried = { name: 'retried' };
const step = (to: string) => ({ name: 'step_changed', step: to });
const anError = (code: ConnectErrorCode): unknown =>
  expect.objectContaining({ name: 'ConnectError', code });
const failure = (error: ConnectErrorCode) => ({ name: 'failed', error: anError(error) });
const exit = (reason: string, at: string, error: unknown = null) => {
  return { status: 'exited', reason, error, step: at };
};
const surface = (to: string, reason: string) => {
  return { name: 'surface_changed', surface: to, reason };
};

const asPopup = { display: 'popup' } as const;
const preselected = { provider: 'popup-only' };

/** What the host and the page are told. */
const told: Rows<readonly unknown[]> = {
  'a code is delivered before the page gets an answer': [
    finishing,
    [{ name: 'code_received' }, 'c', { type: 'code_received' }, step('finishing')],
  ],
  'a callback that succeeds after a retry counts': [
    [...finishing, ['timedOut', 'callback'], ['retry'], ['callbackDone']],
    [step('finishing')],
  ],
  'a session of the backend serves one success, so nothing can be tried again': [
    [...finishing, ['callbackFailed', 1, cause]],
    [step('failed'), { name: 'failed', error: expect.objectContaining({ retryable: false }) }],
    { hasSession: true },
  ],
  'before that, a session of the backend can be tried again': [
    failed,
    [step('failed'), { name: 'failed', error: expect.objectContaining({ retryable: true }) }],
    { hasSession: true },
  ],
  'the wish to close a lost popup needs no question': [
    [...atLoginInPopup, ['popupClosed'], ['requestClose']],
    [exit('error', 'login', anError('popup_closed'))],
  ],
  'Leave ends the session at the login': [
    [...atLogin, ['requestClose'], ['confirmExit']],
    [exit('closed', 'login')],
  ],
  'Leave ends the session although the page has gone on meanwhile': [
    [...atSelector, ['confirmExit']],
    [exit('closed', 'select')],
  ],
  'a signal ends a session as aborted, also while an error is shown': [
    [...failed, ['close', 'aborted']],
    [exit('aborted', 'failed')],
  ],
  // Popups
  'a popup replaces a blocked frame': [
    [...blocked, ['popupOpened', false]],
    [retried, surface('popup', 'frame_blocked')],
  ],
  'a popup replaces a frame that did not load': [
    [...timedOut, ['popupOpened', false]],
    [retried, step('loading'), surface('popup', 'load_timeout')],
  ],
  'a popup replaces a frame that is still loading': [opened, [surface('popup', 'load_timeout')]],
  'a popup opens because the host is in a frame': [
    opened,
    [surface('popup', 'frame_blocked')],
    { isFramed: true },
  ],
  'a late page of the frame is not followed while a blocked popup is shown': [
    [
      ...started,
      ['popupOpened', true],
      say(ready),
      say({ type: 'providers', providers: [framed] }),
    ],
    [],
  ],
  'a list of the frame beside a popup picks nothing': [
    [...opened, say(ready), say({ type: 'providers', providers: [framed] })],
    [],
  ],
  'a popup that is blocked twice is told twice': [
    [...atSelector, ['selectProvider', 'popup-only'], ['popupOpened', true], ['popupOpened', true]],
    [retried, failure('popup_blocked')],
  ],
  'the first message of a popup ends the frame’s wait': [withPopup, [{ type: 'back' }]],
  'a popup joins after the service had lost it': [[...withMissedPopup, about('joined')], [retried]],
  'a frame that is loaded beside a popup is not ready again': [
    [...opened, ['popupHello'], say(ready, 'popup'), left, say(ready)],
    [],
    asPopup,
  ],
  'a preselected provider that cannot be framed is offered in a popup': [
    [...atSelector, confirmed],
    [{ type: 'back' }, step('select')],
    preselected,
  ],
  'Back loads the frame again that was lost beside the popup': [
    [...withPopup, lost, ['goBack']],
    [step('loading'), surface('frame', 'user')],
  ],
  'Back loads the frame again whose page has failed beside the popup': [
    [...withPopup, expired, ['goBack']],
    [step('loading'), surface('frame', 'user')],
  ],
  'Continue here changes no surface after a blocked popup': [
    [...atSelector, ['selectProvider', 'popup-only'], ['popupOpened', true], ['returnToFrame']],
    [retried, { type: 'back' }],
  ],
  'a second popup is a change of the surface, too': [
    [...withPopup, ['goBack'], ['selectProvider', 'popup-only'], ['popupOpened', false]],
    [surface('popup', 'provider')],
  ],
  // The network and the place
  'a host in a frame offers a popup, without an error': [
    started,
    [{ name: 'opened' }],
    { isFramed: true },
  ],
  'a popup in a document without an origin is closed': [
    opened,
    [step('failed'), failure('origin_not_allowed')],
    { ...asPopup, isOpaque: true },
  ],
  'a popup without a network is offered when it is back': [
    ['offline', ...opened, ['timedOut', 'offlineLoad'], 'online', ['online']],
    [retried, step('loading')],
    asPopup,
  ],
  'a network that is back before the page has failed loads it anew': [
    ['offline', ...started, 'online', ['timedOut', 'offlineLoad']],
    [step('failed'), failure('offline'), retried, step('loading')],
  ],
};

it.each(Object.entries(told))('%s', (_, [inputs, expected, setting = {}]) => {
  expect(drive(setting, ...inputs).told).toEqual(expected);
});

const failing = (errorCode: string, more: object = {}) => ({
  phase: { name: 'failed', error: { code: errorCode, ...more } },
});

const states: Rows<object> = {
  'Keep going ends the question': [
    [...atLogin, ['requestClose'], ['keepGoing']],
    { phase: { name: 'on-page', isConfirmingExit: false } },
  ],
  'a frame that has shown something has no popup as the second choice': [
    [...atLogin, ['timedOut', 'pageLoad']],
    { phase: { name: 'failed', canTryPopup: false } },
  ],
  'a try after a failure has no list yet': [[...failed, ['retry']], { providers: null }],
  'a page that starts over has no list yet': [
    [...atLogin, say(ready)],
    { phase: { name: 'starting' }, providers: null },
  ],
  'a later list replaces the first one': [
    [...atSelector, say({ type: 'providers', providers: [framed] })],
    { phase: { name: 'selecting' }, providers: [framed] },
  ],
  'a service that refuses the connection ends the wait': [
    [...started, ['serviceRefused', 'No.']],
    { phase: { error: { code: 'load_timeout', message: 'No.' }, canTryPopup: false } },
  ],
  'a service that refuses the connection may lack a network': [
    ['offline', ...started, ['serviceRefused', 'No.']],
    failing('offline'),
  ],
  'a page that does not answer may lack a network': [
    [...atSelector, ['selectProvider', 'framed'], 'offline', ['timedOut', 'pageAnswer']],
    failing('offline'),
  ],
  'a host in a frame that wants no popup fails': [
    started,
    failing('frame_blocked', { message: expect.stringContaining('itself in a frame') }),
    { isFramed: true, display: 'frame' },
  ],
  'a popup of a host in a frame has no second way to report': [
    [...opened, ['popupClosed']],
    { popup: { name: 'closed', error: { code: 'opener_severed' } } },
    { isFramed: true },
  ],
  'a host in a frame uses no frame later either': [
    [...opened, ['timedOut', 'pageLoad'], ['retry']],
    { frame: 'blocked' },
    { isFramed: true },
  ],
  'a callback that takes too long is named': [
    [...finishing, ['timedOut', 'callback']],
    failing('callback_failed', { message: 'onSuccess took too long.', retryable: true }),
  ],
  'a provider that cannot be framed fails where the host wants no popup': [
    [...atSelector, ['selectProvider', 'popup-only']],
    {
      ...failing('provider_unavailable'),
      providers: [framed, { ...popupOnly, status: 'unavailable' }],
    },
    { display: 'frame' },
  ],
  'Try again offers a popup again': [
    [...withPopup, ['flowFailed', 'popup', 'connection_lost'], ['retry']],
    { popup: { name: 'offered', error: null } },
  ],
  'after Back from a popup, no later page starts with its provider': [
    [...withPopup, ['goBack'], ['selectProvider', 'framed'], lost, ['retry']],
    { popup: { name: 'none' }, providerId: null },
  ],
  'after Back in the frame, no later page starts with the host’s provider': [
    [...atSelector, selected('framed'), ['goBack'], lost, ['retry']],
    { providerId: null },
    { provider: 'framed' },
  ],
  'another try after a provider that cannot be used starts with the choice': [
    [...atSelector, confirmed, ['retry']],
    { phase: { name: 'starting' }, providerId: null },
    { ...preselected, display: 'frame' },
  ],
  'another try after any other failure starts with the host’s provider': [
    [...atSelector, selected('framed'), lost, ['retry']],
    { providerId: 'framed' },
    { provider: 'framed' },
  ],
  'the page of a popup that leaves can come back through the frame': [
    [...atLoginInPopup, left, about('waiting'), about('joined')],
    { popup: { name: 'open', contact: 'joined', isLeaving: false } },
  ],
  'a frame that was not needed before is loaded for it': [
    [...opened, ['popupHello'], left],
    { frame: 'loading' },
    asPopup,
  ],
  'the page in the frame is reloaded, and sends its list, beside a popup': [
    [...opened, ['popupHello'], say(ready), providers, say(ready)],
    { frame: 'loading', providers: [framed, popupOnly] },
  ],
  'it can come back by itself': [
    [...withPopup, left, ['popupHello']],
    { popup: { name: 'open', contact: 'reached', isLeaving: false } },
  ],
  'it loads no frame that a policy blocks': [
    [...blocked, ['popupOpened', false], ['popupHello'], left],
    { frame: 'blocked' },
  ],
  'the question before leaving stays while the page goes on': [
    [...atLogin, ['requestClose'], say({ type: 'step', step: 'consent' })],
    { phase: { name: 'on-page', step: 'consent', isConfirmingExit: true } },
  ],
  'a lost popup ends the question before leaving': [
    [...atLoginInPopup, ['requestClose'], ['popupClosed']],
    { phase: { name: 'on-page', isConfirmingExit: false } },
  ],
  'a popup that asks its user shows the number': [
    [...withSeveredPopup, asked('0471')],
    { popup: { name: 'asking', number: '0471' } },
  ],
  'a joined popup communicates through the frame': [
    [...withSeveredPopup, about('joined'), login],
    { phase: { name: 'on-page', step: 'login' } },
  ],
  'a user who has not opened a popup refuses it': [
    [...withSeveredPopup, asked('0471'), about('refused')],
    { popup: { name: 'closed', error: { code: 'opener_severed' } } },
  ],
  'a popup that leaves while it asks is missed': [
    [...withSeveredPopup, asked(null), about('left')],
    { popup: { name: 'missed' } },
  ],
  'a frame may fail while its popup is silent': [
    [...withSilentPopup, lost],
    failing('connection_lost'),
  ],
};

it.each(Object.entries(states))('%s', (_, [inputs, state, setting = {}]) => {
  expect(drive(setting, ...inputs).state).toMatchObject(state);
});

const timers: Rows<TimerName | null> = {
  'the answer to a choice': [[...atSelector, ['selectProvider', 'framed']], 'pageAnswer'],
  'the page of a popup': [withSilentPopup, 'pageLoad'],
  'the frame’s news of a popup that is cut off': [withSeveredPopup, 'join'],
  'the frame first, if there is none': [[...opened, ['popupClosed']], 'rejoin', asPopup],
  'no user who signs in at the provider’s site': [[...atLoginInPopup, left], null],
  'the page of a popup that is back from there': [
    [...atLoginInPopup, left, ['popupHello']],
    'pageLoad',
  ],
};

it.each(Object.entries(timers))('a session waits for %s', (_, [inputs, timer, setting = {}]) => {
  expect(drive(setting, ...inputs).timer).toBe(timer);
});

it('no state contains the code', () => {
  const { state } = drive({}, ...finishing);
  expect(state.phase.name).toBe('finishing');
  expect(JSON.stringify(state)).not.toContain('"c"');
});

describe('nothing changes by', () => {
  const picked = way(...atSelector, ['selectProvider', 'framed']);
  const rows: Readonly<Record<string, readonly [places: Inputs[], inputs: Inputs, Setting?]>> = {
    'a second choice of a provider': [[picked], [['selectProvider', 'popup-only']]],
    'the selection of a page that has not confirmed a choice': [
      [picked],
      [say({ type: 'step', step: 'select' })],
    ],
    'a second success': [[connected], [['callbackDone']]],
    'a failed callback that nothing waits for': [
      [atLogin, failed, connected],
      [['callbackFailed', 1, cause]],
    ],
    'the failed callback of another code': [[finishing], [['callbackFailed', 2, cause]]],
    'a popup after the code': [[finishing], [['popupOpened', false]]],
    'another code': [[timedOut, finishing], [say(code)]],
    'a code of a popup that does not exist': [[atLogin], [say(code, 'popup')]],
    'a code of a frame that does not exist': [[opened], [say(code)], asPopup],
    'a later list': [[atLogin], [say({ type: 'providers', providers: [framed, popupOnly] })]],
    'the second hello of a popup': [[withPopup], [['popupHello']]],
    'a second wish of a popup to leave': [[[...atLoginInPopup, left]], [left]],
    'a popup that is found or lost again': [
      [withMissedPopup, [...withSeveredPopup, asked(null)], [...atSelector, ['popupOpened', true]]],
      [['popupHello'], ['popupClosed']],
    ],
    'another call of open while the modal is shown': [
      [atSelector, atLogin, finishing, connected],
      [['showAgain']],
    ],
    'what a popup says about itself': [
      [atLoginInPopup],
      [say({ type: 'handoff_changed', state: 'refused' }, 'popup')],
    ],
    'news of a popup without a popup': [[atSelector], [about('joined')]],
    'a joined popup that looks closed': [
      [[...withSeveredPopup, about('joined')]],
      [['popupClosed']],
    ],
    'a page behind the offer of a popup': [[[...atSelector, confirmed]], [login], preselected],
    'a decision in a frame beside a popup': [
      [withPopup, withSilentPopup, withSeveredPopup, withMissedPopup],
      [say({ type: 'exit', reason: 'denied' })],
    ],
    'a network that is back': [[failed, timedOut, atLogin, withMissedPopup], [['online']]],
    'Try again in a flow that works': [[atLogin, finishing, withPopup], [['retry']]],
    'a late time-out': [[atLogin, withMissedPopup, finishing], [['timedOut', 'join']]],
    'a late time-out of the page': [
      [failed, finishing],
      [
        ['timedOut', 'pageAnswer'],
        ['timedOut', 'offlineLoad'],
      ],
    ],
    'a late time-out of the callback': [[atLogin, failed, connected], [['timedOut', 'callback']]],
  };

  it.each(Object.entries(rows))('%s', (_, [places, inputs, setting = {}]) => {
    for (const place of places) {
      const { state, timer } = drive(setting, ...place);
      const driven = drive(setting, ...place, ...inputs);
      expect(driven).toEqual({ state, timer, told: [], effects: 0 });
    }
  });
});

describe('a failure that the SDK detects', () => {
  const temporary = [
    ...(['load_timeout', 'connection_lost', 'offline', 'callback_failed'] as const),
    ...(['protocol_error', 'popup_blocked', 'popup_closed', 'opener_severed'] as const),
  ];
  const lasting = [
    ...(['unsupported_version', 'unsupported_browser', 'origin_not_allowed'] as const),
    ...(['provider_unavailable', 'frame_blocked'] as const),
  ];
  it.each([...temporary, ...lasting])('%s can be tried again if it is temporary', (errorCode) => {
    const error = createFailure({ ConnectError, ...service }, errorCode);
    const retryable = temporary.some((other) => other === errorCode);
    expect(error).toMatchObject({ code: errorCode, retryable });
    expect(error.message).toMatch(/^\w.+\.$/);
  });
});
