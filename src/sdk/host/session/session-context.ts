import type { ConnectError } from '../../protocol/errors.ts';
import type { ConnectEventDetail, ConnectOutcome, ConnectStep } from '../api.ts';
import type { FrameSurface } from '../flow/surfaces/frame.ts';
import type { OpenedPopup } from '../flow/surfaces/open-popup.ts';
import type { optionRules } from '../open/option-rules.ts';
import type { Settings } from '../open/options.ts';

/** Controls an open session. Until the chunk of `createSession` has loaded, the driver of `open` can only close. */
export interface SessionDriver {
  start?(): void;
  /** Shows and focuses the modal. Called when `open` is called again while this session is open. */
  focus?(): void;
  close(reason: 'closed' | 'aborted'): void;
  dispose?(): void;
}

/** The argument of `createSession`, with parts of the entry: importing them would make the build add a file. */
export interface SessionContext {
  readonly settings: Settings;
  /** The options of each further `open` while this session is open. */
  readonly others: readonly Settings[];
  /** The SDK's element with the modal and the frame. It has no frame if the session started in a popup. */
  readonly surface: FrameSurface;
  /** The popup of `display: 'popup'`; null if the browser blocked it, undefined for other values of `display`. */
  readonly popup: OpenedPopup | null | undefined;
  openPopup(address: URL): OpenedPopup | null;
  /** Rules by the name of the option, including those of `appearance` and `redirect`. */
  readonly rules: typeof optionRules;
  isLoopback(hostname: string): boolean;
  /** The entry's class, so that `error instanceof ConnectError` is true in the host's code. */
  readonly ConnectError: typeof ConnectError;
  emit(detail: ConnectEventDetail): void;
  /** Ends the session. Only the first call counts. */
  settle(outcome: ConnectOutcome, step: ConnectStep): void;
}

/** The parts of a session that the warnings for developers read. A selector in the page has the same parts. */
export type DeveloperContext = Pick<SessionContext, 'settings' | 'others' | 'rules' | 'isLoopback'>;
