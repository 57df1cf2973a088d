import type { ConnectEventDetail, ConnectOutcome, ConnectStep } from './api.ts';
import type { Settings } from './options.ts';
import type { FrameSurface } from './surfaces/frame.ts';

/** What drives an open session: first a stand-in, then `createSession`'s once it has loaded. */
export interface SessionDriver {
  /** Shows the modal and starts the first flow. */
  start(): void;
  focus(): void;
  close(reason: 'closed' | 'aborted'): void;
  /** Takes the modal down. */
  dispose(): void;
}

/** What a driver gets. */
export interface SessionContext {
  readonly id: string;
  readonly settings: Settings;
  readonly surface: FrameSurface;
  emit(detail: ConnectEventDetail): void;
  /** Ends the session; the first call counts, whatever follows. */
  settle(outcome: ConnectOutcome, step: ConnectStep): void;
}
