import type { ConnectError } from '../../protocol/errors.ts';
import type { ConnectEventDetail, ConnectOutcome, ConnectStep } from '../api.ts';
import type { FrameSurface } from '../flow/surfaces/frame.ts';
import type { OpenedPopup } from '../flow/surfaces/open-popup.ts';
import type { Settings } from '../open/options.ts';

/** Drives an open session: first a stand-in, then the driver from `createSession` once it has loaded. */
export interface SessionDriver {
  /** Shows the modal and starts the first flow. */
  start?(): void;
  /** Shows the session. Called when `open` is called again while this session is open. */
  focus?(): void;
  close(reason: 'closed' | 'aborted'): void;
  /** Removes the modal. */
  dispose?(): void;
}

/**
 * The input of a driver. It includes the parts that driver and entry share, because a shared chunk would be another
 * file to load.
 */
export interface SessionContext {
  readonly settings: Settings;
  /** The options of each further `open` while this session is open. */
  readonly others: readonly Settings[];
  /** Contains the modal. It has no frame if the session started in a popup. */
  readonly surface: FrameSurface;
  /** The popup that `open` opened for `display: 'popup'`; null when it was blocked. */
  readonly popup: OpenedPopup | null | undefined;
  /** Opens another popup, during another click. */
  openPopup(address: URL): OpenedPopup | null;
  /** Rules by the name of the option, including those of `appearance` and `redirect`. */
  readonly optionRules: Readonly<Record<string, unknown>>;
  isLoopback(hostname: string): boolean;
  /** The entry's class, so that `error instanceof ConnectError` is true in the host's code. */
  readonly ConnectError: typeof ConnectError;
  emit(detail: ConnectEventDetail): void;
  /** Ends the session. Only the first call counts. */
  settle(outcome: ConnectOutcome, step: ConnectStep): void;
}

/** The parts of a session that the warnings are about. A selector in the page has them, too. */
export type DeveloperContext = Pick<
  SessionContext,
  'settings' | 'others' | 'optionRules' | 'isLoopback'
>;
