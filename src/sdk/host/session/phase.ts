import type { ConnectError } from '../../protocol/errors.ts';
import type { ConnectApplication, PageExitReason, SurfaceKind } from '../../protocol/messages.ts';
import type { Provider } from '../../protocol/provider.ts';
import type { ConnectStep } from '../api.ts';

/**
 * Only `transition` changes the phase. A *session* lasts from `open` to its outcome. A *flow* is one attempt to get a
 * code: one nonce, one surface (frame or popup). Each retry or change of surface starts another flow of the session.
 */
export type Phase =
  /** The page is loading, or its service is binding the flow to the host: to its origin, nonce and state. */
  | { readonly name: 'starting' }
  /** The provider selector. `busyId` is the provider that was picked but is not yet confirmed by the page. */
  | { readonly name: 'selecting'; readonly busyId: string | null }
  /** The user is on the Connect page, after the selection. Closing it would discard the user's input. */
  | {
      readonly name: 'on-page';
      readonly step: 'login' | 'consent';
      readonly isConfirmingExit: boolean;
    }
  /** The user ended the flow on the page. After a moment, the session ends with this reason. */
  | { readonly name: 'leaving'; readonly reason: PageExitReason; readonly step: ConnectStep }
  /** The host's callback is pending, for the code number `delivery`. */
  | {
      readonly name: 'finishing';
      readonly delivery: number;
      /** True for a moment, in which the modal still shows the frame's page, so that a quick callback flashes nothing. */
      readonly showsPage: boolean;
      /** True when the user has closed the modal meanwhile. */
      readonly isHidden: boolean;
    }
  | { readonly name: 'connected' }
  | {
      readonly name: 'failed';
      readonly error: ConnectError;
      readonly canTryPopup: boolean;
    }
  /** The outcome is settled. There are no later phases. */
  | { readonly name: 'over'; readonly step: ConnectStep };

/** The phases in which the page's messages count: its flow has not ended and has not delivered a code. */
export type LivePhase = Extract<Phase, { name: 'starting' | 'selecting' | 'on-page' }>;

/**
 * - `silent`: the popup is open, and its page has sent nothing.
 * - `reached`: the popup's page has said hello to the host.
 * - `severed`: reported as closed, but maybe cut off: https://html.spec.whatwg.org/#cross-origin-opener-policies.
 * - `joined`: the popup was cut off, and its page has joined the flow of the frame's page, which speaks for it.
 */
type Contact = 'silent' | 'reached' | 'severed' | 'joined';

/** The popup of a session. `error` is the error that was reported to the host for this popup, or null. */
export type PopupState =
  | { readonly name: 'none' }
  /** Only the user's own click can open a popup, so the modal offers a button. */
  | { readonly name: 'offered'; readonly error: ConnectError | null }
  | { readonly name: 'blocked'; readonly error: ConnectError }
  | { readonly name: 'open'; readonly contact: Contact; readonly isLeaving: boolean }
  /** The cut-off popup asks whether the user opened it, by typing `number` there, or by a button if it is null. */
  | { readonly name: 'asking'; readonly number: string | null }
  /** The user closed the popup, or the host can never reach it again. */
  | { readonly name: 'closed'; readonly error: ConnectError }
  /** The host and the service have lost the popup. It is not closed, because its page may report again. */
  | { readonly name: 'missed'; readonly error: ConnectError };

/** The facts of a session, which no input changes. Only `isOnline` is read again before each input. */
export interface SessionFacts {
  /** A hint: the browser reports that it is online, or the Connect page is on this machine. */
  readonly isOnline: boolean;
  readonly display: 'auto' | 'frame' | 'popup';
  /** True when the host has an opaque origin, or an extension's. The service cannot bind a code to such an origin. */
  readonly isOpaque: boolean;
  readonly isFramed: boolean;
  readonly address: URL;
  /** True when the application's backend has created the session, which can then succeed only once. */
  readonly hasSession: boolean;
  readonly docs: string | undefined;
  readonly ConnectError: typeof ConnectError;
}

export interface SessionState extends SessionFacts {
  readonly phase: Phase;
  readonly popup: PopupState;
  /** `absent`: no flow uses it. `loading`: it has not sent its list. `followed`: it has. `blocked`: no frame works. */
  readonly frame: 'absent' | 'loading' | 'followed' | 'blocked';
  /** The surface (frame or popup) about which the host was last told. */
  readonly shown: SurfaceKind;
  /** The provider that the next page starts with, or null. */
  readonly providerId: string | null;
  /** The last provider that a page has confirmed, or null. */
  readonly selectedId: string | null;
  readonly application: ConnectApplication | null;
  readonly providers: readonly Provider[] | null;
  readonly frameHeight: number | null;
  readonly deliveries: number;
}

export function createState(facts: SessionFacts, providerId: string | null): SessionState {
  return {
    ...facts,
    phase: { name: 'starting' },
    popup: { name: 'none' },
    frame: facts.isFramed ? 'blocked' : 'absent',
    shown: facts.display === 'popup' ? 'popup' : 'frame',
    providerId,
    application: null,
    providers: null,
    selectedId: null,
    frameHeight: null,
    deliveries: 0,
  };
}

export function getStep(phase: Phase): ConnectStep {
  return 'step' in phase ? phase.step : steps[phase.name];
}

const steps = {
  starting: 'loading',
  selecting: 'select',
  finishing: 'finishing',
  connected: 'finishing',
  failed: 'failed',
} as const;

export function isLive(phase: Phase): phase is LivePhase {
  return phase.name === 'starting' || phase.name === 'selecting' || phase.name === 'on-page';
}

/** @returns whether the modal shows the state of a popup instead of the frame */
export function isInPopup({ popup }: SessionState): boolean {
  return popup.name !== 'none';
}

/** @returns whether a popup is open, or may report again */
export function hasPopup({ popup }: SessionState): boolean {
  return popup.name === 'open' || popup.name === 'asking' || popup.name === 'missed';
}

/** @returns the error that ended the flow or interrupted its popup, and that the modal shows; null if there is none */
export function getError({ phase, popup }: SessionState): ConnectError | null {
  if (phase.name === 'failed') return phase.error;
  return 'error' in popup ? popup.error : null;
}

export function needsPopup({ providers }: SessionState, providerId: string | null): boolean {
  return providers?.find(({ id }) => id === providerId)?.surface === 'popup';
}

export function hasSelection({ providers }: SessionState): boolean {
  return providers !== null && providers.length > 1;
}
