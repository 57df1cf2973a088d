import { expect } from 'vitest';
import {
  createState,
  type SessionFacts,
  type SessionState,
} from '../../../src/sdk/host/session/phase.ts';
import { type Input, transition } from '../../../src/sdk/host/session/transition.ts';
import type { AuthorizationCode } from '../../../src/sdk/protocol/brands.ts';
import { ConnectError, type ConnectErrorCode } from '../../../src/sdk/protocol/errors.ts';
import type { PageMessage, SurfaceKind } from '../../../src/sdk/protocol/messages.ts';
import { createProvider } from '../create-provider.ts';

/** The Connect page of the session. */
export const service = {
  hasSession: false,
  docs: 'https://connect.example/docs/errors',
  address: new URL('https://connect.example/connect?client_id=app'),
};

const theCode = 'c' as AuthorizationCode;

/** The host's choices that matter to `transition`. */
export interface Setting {
  readonly display?: SessionFacts['display'];
  readonly isOpaque?: boolean;
  readonly isFramed?: boolean;
  readonly hasSession?: boolean;
  readonly provider?: string;
}

/** An input, or a change of the network, which starts as `online`. */
export type Event = Input | 'online' | 'offline';

/** The end of a drive. */
interface Driven {
  readonly state: SessionState;
  /**
   * The effects of the last input, in order: the events and the outcome for the host, the messages for a page, and
   * the code. Other effects, such as timers, are not listed, but their results are.
   */
  readonly told: readonly unknown[];
  /** How many effects the last input had, timers included. */
  readonly effects: number;
}

/**
 * @param setting - default: `auto`, no preselected provider
 * @param events - its inputs, and changes of the network between them
 * @returns the state at the end, and the effects of the last input for the host and the page
 */
export function drive(setting: Setting, ...events: readonly Event[]): Driven {
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
  let isOnline = true;
  for (const event of events) {
    if (typeof event === 'string') isOnline = event === 'online';
    else {
      const step = transition({ ...state, isOnline }, event);
      state = step.state;
      told = listTold(step);
      effects = step.effects.length;
    }
  }
  return { state, told, effects };
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

/** The input changed nothing, and had no effect. */
export function expectUnchanged(before: SessionState, driven: Driven): void {
  expect(driven).toEqual({ state: before, told: [], effects: 0 });
}

/** A message of the page. */
export function say(message: PageMessage, from: SurfaceKind = 'frame'): Input {
  return ['pageSaid', from, message];
}

export function anError(code: ConnectErrorCode): unknown {
  return expect.objectContaining({ name: 'ConnectError', code });
}

export const application = { name: 'Tally', environment: 'test' } as const;
export const framed = createProvider('framed');
export const popupOnly = createProvider('popup-only', { surface: 'popup' });

export const ready = { type: 'ready', application, session: false } as const;
export const code: PageMessage = { type: 'code', code: theCode, nonce: 'n' };

const providers = say({ type: 'providers', providers: [framed, popupOnly] });
const selected = (provider_id: string, from: SurfaceKind = 'frame') =>
  say({ type: 'provider_selected', provider_id }, from);

/** A way to a place in the session. */
export const way = (...inputs: readonly Event[]) => inputs;

export const started = way(['start']);
export const atSelector = way(...started, say(ready), providers);
export const atLogin = way(...atSelector, ['selectProvider', 'framed'], selected('framed'));
export const finishing = way(...atLogin, say(code));
/** The popup's page has said nothing yet. */
export const withSilentPopup = way(
  ...atSelector,
  ['selectProvider', 'popup-only'],
  ['popupOpened', false],
);
export const withPopup = way(...withSilentPopup, ['popupHello']);
/** At the login in a popup. */
export const atLoginInPopup = way(...withPopup, selected('popup-only', 'popup'));
/** Browsers report the popup as closed, although it may be cut off only. */
export const withSeveredPopup = way(...withSilentPopup, ['popupClosed']);
export const withMissedPopup = way(...withPopup, say({ type: 'leaving' }, 'popup'), [
  'popupClosed',
]);
/** The page in the frame could not load. */
export const timedOut = way(...started, ['timedOut', 'pageLoad']);
/** The page in the frame stopped answering. */
export const failed = way(...atLogin, ['flowFailed', 'frame', 'connection_lost']);
