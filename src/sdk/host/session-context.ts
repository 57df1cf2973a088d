import type { ConnectError } from '../protocol/errors.ts';
import type { ConnectEventDetail, ConnectOutcome, ConnectStep } from './api.ts';
import type { Settings } from './options.ts';
import type { FrameSurface } from './surfaces/frame.ts';

/** What drives an open session: first a stand-in, then `createSession`'s once it has loaded. */
export interface SessionDriver {
  /** Shows the modal and starts the first flow. */
  start?(): void;
  /** Another `open` while this session is open. */
  focus?(): void;
  close(reason: 'closed' | 'aborted'): void;
  /** Takes the modal down. */
  dispose?(): void;
}

/**
 * What a driver gets. It gets everything that it shares with the entry. A chunk that both import
 * would be one more file to load.
 */
export interface SessionContext {
  readonly settings: Settings;
  /** The options of each further `open` while this session is open. */
  readonly others: readonly Settings[];
  /** Holds the modal; without a frame in it where the session started in a popup. */
  readonly surface: FrameSurface;
  /** The window that `open` opened, with `display: 'popup'`; null when it was blocked. */
  readonly popup: Window | null | undefined;
  /** Opens another window, in another click. */
  openWindow(): Window | null;
  /** Rules by the name of the option, including those of `appearance` and `redirect`. */
  readonly optionRules: Readonly<Record<string, unknown>>;
  /** The class that hosts compare with. */
  readonly ConnectError: typeof ConnectError;
  emit(detail: ConnectEventDetail): void;
  /** Ends the session. Only the first call counts. */
  settle(outcome: ConnectOutcome, step: ConnectStep): void;
}
