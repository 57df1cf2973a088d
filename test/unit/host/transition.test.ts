import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TimerName } from '../../../src/sdk/host/session/draft.ts';
import { createState, type Phase, type SessionState } from '../../../src/sdk/host/session/phase.ts';
import { type Input, transition } from '../../../src/sdk/host/session/transition.ts';
import type { AuthorizationCode } from '../../../src/sdk/protocol/brands.ts';
import { ConnectError } from '../../../src/sdk/protocol/errors.ts';
import type { PageMessage } from '../../../src/sdk/protocol/messages.ts';
import { byExtent } from '../../support/extent.ts';
import { application, framed, listTold, popupOnly, service } from './drive.ts';

// Hundreds of thousands of errors are created here, and their stacks would dominate the time.
Error.stackTraceLimit = 0;

const choose = <const Choice>(...choices: Choice[]) => fc.constantFrom(...choices);

const message: fc.Arbitrary<PageMessage> = fc.oneof(
  choose<PageMessage>(
    { type: 'ready', application, session: false },
    { type: 'providers', providers: [] },
    { type: 'providers', providers: [framed] },
    { type: 'providers', providers: [framed, popupOnly] },
    { type: 'provider_selected', provider_id: 'framed' },
    { type: 'provider_selected', provider_id: 'popup-only' },
    { type: 'provider_not_listed' },
    { type: 'step', step: 'select' },
    { type: 'step', step: 'login' },
    { type: 'step', step: 'consent' },
    { type: 'exit', reason: 'denied' },
    { type: 'exit', reason: 'closed' },
    { type: 'exit_requested' },
    { type: 'resize', height: 400 },
    { type: 'leaving' },
    { type: 'unloading' },
    { type: 'handoff_changed', state: 'waiting' },
    { type: 'handoff_changed', state: 'joined' },
    { type: 'handoff_changed', state: 'left' },
    { type: 'handoff_changed', state: 'refused' },
    { type: 'error', code: 'server_error', message: 'x', retryable: true },
  ),
  {
    arbitrary: choose<PageMessage>({ type: 'code', code: 'c' as AuthorizationCode, nonce: 'n' }),
    weight: 1,
  },
);

const timer = choose<TimerName>(
  'pageLoad',
  'offlineLoad',
  'pageAnswer',
  'join',
  'rejoin',
  'callback',
  'success',
  'leaving',
);

const kind = choose('frame', 'popup');

/** Any input, in any phase: only the transition decides which inputs count. */
const input: fc.Arbitrary<Input> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(choose('pageSaid'), kind, message) },
  // Rare among all messages, but the only way to some states.
  {
    weight: 2,
    arbitrary: fc.tuple(
      choose('pageSaid'),
      choose('frame'),
      choose<PageMessage>(
        { type: 'handoff_changed', state: 'joined' },
        { type: 'handoff_changed', state: 'left' },
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      choose('flowFailed'),
      kind,
      choose('load_timeout', 'frame_blocked', 'connection_lost'),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(choose('timedOut'), timer) },
  { weight: 1, arbitrary: fc.tuple(choose('close'), choose('closed', 'aborted')) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      choose('callbackFailed'),
      fc.integer({ min: 1, max: 3 }),
      fc.constant(undefined),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(choose('popupOpened'), fc.boolean()) },
  { weight: 2, arbitrary: fc.tuple(choose('selectProvider'), choose('framed', 'popup-only')) },
  {
    weight: 8,
    arbitrary: choose<Input>(
      ['callbackDone'],
      ['goBack'],
      ['retry'],
      ['openPopup'],
      ['returnToFrame'],
      ['requestClose'],
      ['confirmExit'],
      ['keepGoing'],
      ['online'],
      ['popupHello'],
      ['popupClosed'],
    ),
  },
  { weight: 1, arbitrary: choose<Input>(['cannotDraw', undefined]) },
);

const session = fc.record({
  display: choose('auto', 'frame', 'popup'),
  isOpaque: fc.boolean(),
  isFramed: fc.boolean(),
  provider: choose(null, 'framed', 'popup-only'),
  inputs: fc.array(fc.tuple(input, fc.boolean()), { maxLength: 16 }),
});

/** Leads to the one state that random inputs may miss: a popup that the service has lost contact with. */
const missedPopup: typeof session extends fc.Arbitrary<infer Value> ? Value : never = {
  display: 'auto',
  isOpaque: false,
  isFramed: false,
  provider: null,
  inputs: [
    [['popupOpened', false], true],
    [['pageSaid', 'frame', { type: 'handoff_changed', state: 'left' }], true],
  ],
};

it('settles at most one outcome for any sequence of inputs, and reaches every state', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(session, ({ display, isOpaque, isFramed, provider, inputs }) => {
      const facts = { display, isOpaque, isFramed, isOnline: true, ...service, ConnectError };
      const told: unknown[] = [];
      let state: SessionState = createState(facts, provider);
      for (const [next, isOnline] of [[['start'], true] as [Input, boolean], ...inputs]) {
        const before = { ...state, isOnline };
        const step = transition(before, next);
        const isChanged = step.state !== before || step.effects.length > 0;
        if (state.phase.name === 'over' && isChanged) return false;
        ({ state } = step);
        told.push(...listTold(step));
        reached.add(state.phase.name).add(`popup ${state.popup.name}`);
      }
      return hasOneOutcome(state.phase, told);
    }),
    { numRuns: byExtent(20_000, 100_000), examples: [[missedPopup]] },
  );
  // The run proves something only if it reached every state.
  expect([...reached].sort()).toEqual([
    'connected',
    'failed',
    'finishing',
    'leaving',
    'on-page',
    'over',
    'popup blocked',
    'popup closed',
    'popup missed',
    'popup none',
    'popup offered',
    'popup open',
    'selecting',
    'starting',
  ]);
}, 60_000);

/** Settled once, as the last thing that the host is told. */
function hasOneOutcome(phase: Phase, told: readonly unknown[]): boolean {
  const first = told.findIndex((value) => Object.hasOwn(Object(value), 'status'));
  return phase.name === 'over' ? first === told.length - 1 : first === -1;
}
