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
 * What a driver gets. Whatever it shares with the entry is handed to it: a chunk that both import
 * would be one more file to wait for.
 */
export interface SessionContext {
  readonly id: string;
  readonly settings: Settings;
  /** Of each further `open` while this session is open. */
  readonly others: readonly Settings[];
  /** Holds the modal; without a frame in it where the session started in a popup. */
  readonly surface: FrameSurface;
  /** The window that `open` opened, with `display: 'popup'`; null when it was blocked. */
  readonly popup: Window | null | undefined;
  /** For another one, in another click. */
  openWindow(): Window | null;
  /** By the name of each option, of `appearance` and of `redirect`, too. */
  readonly optionRules: Readonly<Record<string, unknown>>;
  /** The class that hosts compare with. */
  readonly ConnectError: typeof ConnectError;
  emit(detail: ConnectEventDetail): void;
  /** Ends the session; the first call counts, whatever follows. */
  settle(outcome: ConnectOutcome, step: ConnectStep): void;
}
