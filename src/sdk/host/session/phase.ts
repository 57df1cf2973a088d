import type { ConnectError } from '../../protocol/errors.ts';
import type { ConnectApplication, PageExitReason, SurfaceKind } from '../../protocol/messages.ts';
import type { Provider } from '../../protocol/provider.ts';
import type { ConnectStep } from '../api.ts';

/**
 * The phase of a session, exactly one at a time. Only `transition` changes it.
 *
 * A *session* lasts from `open` to its outcome. A *flow* is one attempt to get a code: one nonce, one surface. A
 * session has another flow each time the user tries again or changes surfaces.
 */
export type Phase =
  /** The page is loading, or is being bound to the host. */
  | { readonly name: 'starting' }
  /** The provider selector. `busyId` is the provider that was picked but is not yet confirmed by the page. */
  | { readonly name: 'selecting'; readonly busyId: string | null }
  /** The user is on the Connect page, and would lose the input there. */
  | {
      readonly name: 'on-page';
      readonly step: 'login' | 'consent';
      readonly isConfirmingExit: boolean;
    }
  /** The user ended the flow on the page. The outcome is settled after a moment. */
  | {
      readonly name: 'leaving';
      readonly reason: PageExitReason;
      readonly step: ConnectStep;
    }
  /**
   * The host has the code, and its callback is pending. `delivery` counts the delivered codes. `isHidden`: the
   * modal was closed meanwhile, and only the callback decides the outcome.
   */
  | { readonly name: 'finishing'; readonly delivery: number; readonly isHidden: boolean }
  /** Success is shown for a moment. `isFramed`: the page in the frame shows it, because it sent the code. */
  | { readonly name: 'connected'; readonly isFramed: boolean }
  /** The flow ended without a code. The user may try again. */
  | {
      readonly name: 'failed';
      readonly error: ConnectError;
      /** Whether a popup may work although the page in the frame did not load. */
      readonly canTryPopup: boolean;
    }
  /** The outcome is settled. There are no later phases. */
  | { readonly name: 'over'; readonly step: ConnectStep };

/** The phases in which the page's messages count: its flow has not ended and has not delivered a code. */
export type LivePhase = Extract<Phase, { name: 'starting' | 'selecting' | 'on-page' }>;

/**
 * The contact to a popup that shows the Connect page.
 *
 * - `silent`: it is open, and its page has sent nothing.
 * - `reached`: its page said hello.
 * - `severed`: browsers report it as closed, but an opener policy may have cut it off;
 *   https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies.
 * - `joined`: it was cut off, and its page communicates through the page in the frame.
 */
type Contact = 'silent' | 'reached' | 'severed' | 'joined';

/** The popup of a session. `error` is the reported error, if any. */
export type PopupState =
  /** The page is in the frame. */
  | { readonly name: 'none' }
  /** Only the user's own click can open a popup, so the modal offers a button. */
  | { readonly name: 'offered'; readonly error: ConnectError | null }
  /** The browser refused to open a popup. */
  | { readonly name: 'blocked'; readonly error: ConnectError }
  | { readonly name: 'open'; readonly contact: Contact; readonly isLeaving: boolean }
  /** The popup is cut off, and its page asks the user whether they opened it. The user types `number` there. */
  | { readonly name: 'asking'; readonly number: string | null }
  /** The user closed the popup, or it is permanently out of reach. */
  | { readonly name: 'closed'; readonly error: ConnectError }
  /** A popup that has joined, but with which the service has lost contact. It is kept, because it may come back. */
  | { readonly name: 'missed'; readonly error: ConnectError };

/** The values that do not depend on inputs. Only `isOnline` changes during a session. */
export interface SessionFacts {
  /** A hint: the browser reports that it is online, or the Connect page is on this machine. */
  readonly isOnline: boolean;
  readonly display: 'auto' | 'frame' | 'popup';
  /**
   * Whether the host's document has an opaque origin, or that of an extension. A code cannot be bound to such an
   * origin.
   */
  readonly isOpaque: boolean;
  /** Whether the host's document is itself in a frame. The Connect page works only one level deep. */
  readonly isFramed: boolean;
  /** The address of the Connect page, for the messages of errors. */
  readonly address: URL;
  /** Whether the application's backend has created the session, which can then succeed only once. */
  readonly hasSession: boolean;
  /** The address of the page of errors, at the service that the host has chosen. */
  readonly docs: string | undefined;
  readonly ConnectError: typeof ConnectError;
}

/** The whole state that `transition` reads. */
export interface SessionState extends SessionFacts {
  readonly phase: Phase;
  readonly popup: PopupState;
  /**
   * `loading` and `followed`: a flow follows the page in the frame. A followed page has sent its providers.
   * `blocked`: no frame can work.
   */
  readonly frame: 'absent' | 'loading' | 'followed' | 'blocked';
  /** The surface in the last event for the host. */
  readonly shown: SurfaceKind;
  /** The provider that the next page starts with, or null. */
  readonly providerId: string | null;
  readonly application: ConnectApplication | null;
  /** Null until the page has sent the providers. */
  readonly providers: readonly Provider[] | null;
  /** The height that the page requested, in CSS pixels, or null. */
  readonly frameHeight: number | null;
  /** The number of codes that were delivered to the host. */
  readonly deliveries: number;
}

/** The provider is the host's preselected one, or null. */
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

/** The page's messages count: its flow has not ended and has not delivered a code. */
export function isLive(phase: Phase): phase is LivePhase {
  return phase.name === 'starting' || phase.name === 'selecting' || phase.name === 'on-page';
}

/** @returns whether the modal shows the state of a popup instead of the frame */
export function isInPopup({ popup }: Pick<SessionState, 'popup'>): boolean {
  return popup.name !== 'none';
}

/** @returns whether there is a popup, including one that may come back */
export function hasPopup({ popup }: Pick<SessionState, 'popup'>): boolean {
  return popup.name === 'open' || popup.name === 'asking' || popup.name === 'missed';
}

/** @returns the error that is shown, because it ended or interrupted the flow */
export function getError({
  phase,
  popup,
}: Pick<SessionState, 'phase' | 'popup'>): ConnectError | null {
  if (phase.name === 'failed') return phase.error;
  return 'error' in popup ? popup.error : null;
}

/** @returns whether the provider's login cannot be framed */
export function needsPopup(
  { providers }: Pick<SessionState, 'providers'>,
  providerId: string | null,
): boolean {
  return providers?.find(({ id }) => id === providerId)?.surface === 'popup';
}

/** @returns whether the user can go back to a selection */
export function hasSelection({ providers }: Pick<SessionState, 'providers'>): boolean {
  return providers !== null && providers.length > 1;
}
