import type { ConnectAppearance } from '../protocol/appearance.ts';
import type { ConnectError } from '../protocol/errors.ts';
import type { SurfaceKind } from '../protocol/messages.ts';
import type { exitReasons } from '../protocol/words.ts';

/** Why a session ended without a connection. */
export type ExitReason = (typeof exitReasons)[number];

/** The user's step in the flow. */
export type ConnectStep = 'loading' | 'select' | 'login' | 'consent' | 'finishing' | 'failed';

/** The argument of `onSuccess`. It has only the code. */
export interface ConnectResult {
  /** The authorization code, for the application's backend. */
  readonly code: string;
}

/** The argument of `onExit`. */
export interface ConnectExit {
  /** `closed`: by the user, or by `close`. `denied`: the user refused access. `aborted`: by `signal`. `error`: failed. */
  readonly reason: ExitReason;
  /** The error if `reason` is `error`, otherwise null. */
  readonly error: ConnectError | null;
  /** The user's step when the session ended. */
  readonly step: ConnectStep;
}

/** The outcome of a session. */
export type ConnectOutcome =
  | { readonly status: 'connected' }
  | {
      readonly status: 'exited';
      readonly reason: ExitReason;
      readonly error: ConnectError | null;
    };

/** Why the Connect page moved to the other surface. `provider`: the login cannot be framed. `user`: by choice. */
export type SurfaceChangeReason = 'provider' | 'frame_blocked' | 'load_timeout' | 'user';

/** The properties of an event that depend on its name. `ConnectEvent` adds the others. */
export type ConnectEventDetail =
  | {
      readonly name:
        | 'opened'
        | 'ready'
        | 'provider_not_listed'
        | 'code_received'
        | 'retried'
        | 'closed';
    }
  | { readonly name: 'provider_selected'; readonly providerId: string }
  | { readonly name: 'step_changed'; readonly step: ConnectStep }
  | {
      readonly name: 'surface_changed';
      readonly surface: SurfaceKind;
      readonly reason: SurfaceChangeReason;
    }
  | { readonly name: 'failed'; readonly error: ConnectError };

/** An event of a session, for `onEvent`. Later versions keep the names. No event contains the authorization code. */
export type ConnectEvent = ConnectEventDetail & {
  readonly sessionId: string;
  /** The time of the event, in milliseconds since the epoch. */
  readonly timestamp: number;
};

/** The options of `open`. */
export interface OpenOptions {
  /** The application's public client ID. */
  clientId: string;
  /**
   * Receives the authorization code for the application's backend; see `forwardCode`. Until a returned promise ends,
   * the modal says that the application is saving the connection.
   */
  onSuccess: ((result: ConnectResult) => void) | ((result: ConnectResult) => Promise<unknown>);
  /** Called once when the session ends without a connection. */
  onExit?: ((exit: ConnectExit) => void) | undefined;
  /** Called for every event of the session. */
  onEvent?: ((event: ConnectEvent) => void) | undefined;
  /** The address of the Connect page. It must use https, or http on loopback, and have no query and no fragment. */
  connectUrl?: string | URL | undefined;
  /**
   * Where the Connect page is shown. `popup` opens a popup during the call of `open`, so call `open` in the user's
   * own click. `frame` never opens a popup, and shows providers that cannot be framed as unavailable. `auto`, the
   * default, uses the frame, and a popup where the frame cannot work.
   */
  display?: 'auto' | 'frame' | 'popup' | undefined;
  /** ID of a provider to start with. The selector is skipped if the provider can be used. */
  provider?: string | undefined;
  /** OAuth's state, 1 to 2,000 characters, which the token response returns to the backend (RFC 9700, section 4.5). */
  state?: string | undefined;
  /**
   * The `session` value of `createSession` in the application's backend. Such a session sets the providers and the
   * account, and can connect only once. `open` never puts the value in an address.
   */
  session?: string | undefined;
  /** The language, as a BCP 47 tag. `en_US` is accepted, too. Default: the browser's languages, then English. */
  locale?: string | undefined;
  /** Branding of the modal. */
  appearance?: ConnectAppearance | undefined;
  /** When this signal aborts, the session ends with the reason `aborted`. */
  signal?: AbortSignal | undefined;
}

/** One Connect session, from `open` to its outcome. */
export interface ConnectSession {
  /** ID of the session, which users can quote to support. */
  readonly id: string;
  /** Closes the session. While `onSuccess` is pending, only the modal closes, and its promise decides the outcome. */
  close(): void;
  /** Resolves with the outcome. Never rejects. */
  readonly finished: Promise<ConnectOutcome>;
}

/** The options of `preload`: those of the later `open`. Only `clientId` is required. No callback is called. */
export type PreloadOptions = Partial<OpenOptions> & Pick<OpenOptions, 'clientId'>;

/** The options of `mountSelector`: the options of `open` without `provider`, because the person picks the provider. */
export interface SelectorOptions extends Omit<OpenOptions, 'provider'> {
  /** The text in the empty search field. Default: "Search providers", in the person's language. */
  placeholder?: string | undefined;
}

/** A provider selector that `mountSelector` has drawn into the page. */
export interface MountedSelector {
  /** The session that the user's last pick opened; null when it has ended, and before the first pick. */
  readonly session: ConnectSession | null;
  /** Removes the selector. An open modal stays open. Idempotent. */
  unmount(): void;
}
