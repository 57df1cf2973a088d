import { expect } from 'vitest';
import { createState, type SessionFacts, type SessionState } from '../../../src/sdk/host/phase.ts';
import { type Input, type Step, transition } from '../../../src/sdk/host/transition.ts';
import type { AuthorizationCode } from '../../../src/sdk/protocol/brands.ts';
import { ConnectError, type ConnectErrorCode } from '../../../src/sdk/protocol/errors.ts';
import type { PageMessage, SurfaceKind } from '../../../src/sdk/protocol/messages.ts';
import { createProvider } from '../create-provider.ts';

/** The Connect page of the session. */
export const service = {
  docs: 'https://connect.example/docs/errors',
  address: new URL('https://connect.example/connect?client_id=app'),
};

/** The host's choices that matter to `transition`. */
export interface Setting {
  readonly display?: SessionFacts['display'];
  readonly isOpaque?: boolean;
  readonly isFramed?: boolean;
  readonly provider?: string;
}

/** An input, or a change of the network, which starts as `online`. */
type Event = Input | 'online' | 'offline';

/**
 * Takes a new session through its inputs.
 *
 * @param setting - default: `auto`, no preselected provider
 * @param events - its inputs, and changes of the network between them
 * @returns the state at the end, and the effects of the last input
 */
export function drive(setting: Setting, ...events: readonly Event[]): Step {
  const { display = 'auto', isOpaque = false, isFramed = false, provider = null } = setting;
  let step: Step = {
    state: createState({ display, isOpaque, isFramed, ...service, ConnectError }, provider),
    effects: [],
  };
  let isOnline = true;
  for (const event of events) {
    if (typeof event === 'string') isOnline = event === 'online';
    else step = transition(step.state, event, isOnline);
  }
  return step;
}

/** The input changed nothing and had no effect. */
export function expectUnchanged(before: SessionState, step: Step): void {
  expect(step).toEqual({ state: before, effects: [] });
}

/** A message of the page. */
export function say(message: PageMessage, from: SurfaceKind = 'frame'): Input {
  return ['pageSaid', from, message];
}

/** An error that the session reports. */
export function anError(code: ConnectErrorCode): unknown {
  return expect.objectContaining({ name: 'ConnectError', code });
}

export const application = { name: 'Tally', environment: 'test' } as const;
export const framed = createProvider('framed');
export const popupOnly = createProvider('popup-only', { surface: 'popup' });

export const ready: PageMessage = { type: 'ready', application };
export const code: PageMessage = { type: 'code', code: 'c' as AuthorizationCode, nonce: 'n' };

const start: Input = ['start'];
const providers = say({ type: 'providers', providers: [framed, popupOnly] });

/** The way to a place in the session, as inputs. */
export const started = [start] as const;
export const atSelector = [start, say(ready), providers] as const;
export const atLogin = [
  ...atSelector,
  ['selectProvider', 'framed'],
  say({ type: 'provider_selected', provider_id: 'framed' }),
] as const satisfies readonly Input[];
export const finishing = [...atLogin, say(code)] as const;
/** The window's page has said nothing yet. */
export const withSilentWindow = [
  ...atSelector,
  ['selectProvider', 'popup-only'],
  ['windowOpened', false],
] as const satisfies readonly Input[];
export const withWindow = [
  ...withSilentWindow,
  ['windowHello'],
] as const satisfies readonly Input[];
/** At the login in a window. */
export const atLoginInWindow = [
  ...withWindow,
  say({ type: 'provider_selected', provider_id: 'popup-only' }, 'popup'),
] as const;
/** Browsers report the window as closed, although it may be cut off only. */
export const withSeveredWindow = [
  ...withSilentWindow,
  ['windowClosed'],
] as const satisfies readonly Input[];
export const withMissedWindow = [
  ...withWindow,
  say({ type: 'leaving' }, 'popup'),
  ['windowClosed'],
] as const satisfies readonly Input[];
/** The page in the frame could not load. */
export const timedOut = [start, ['timedOut', 'pageLoad']] as const satisfies readonly Input[];
/** The page in the frame stopped answering. */
export const failed = [
  ...atLogin,
  ['flowFailed', 'frame', 'connection_lost'],
] as const satisfies readonly Input[];
