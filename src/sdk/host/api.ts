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
  /** `closed` or `denied` by the user, `aborted` by the host, or ended by an `error`. */
  readonly reason: ExitReason;
  /** Set when `reason` is `error`. */
  readonly error: ConnectError | null;
  /** The step the user was in. */
  readonly step: ConnectStep;
}

/** How a session ended. */
export type ConnectOutcome =
  | { readonly status: 'connected' }
  | {
      readonly status: 'exited';
      readonly reason: ExitReason;
      readonly error: ConnectError | null;
    };

/**
 * Why another surface shows the page: the provider cannot be framed, the frame was blocked or stayed silent, or the
 * user chose it.
 */
export type SurfaceChangeReason = 'provider' | 'frame_blocked' | 'load_timeout' | 'user';

/** An event without the properties that every event has. */
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

/** An event of a session. Names are stable. Events never carry the code. */
export type ConnectEvent = ConnectEventDetail & {
  readonly sessionId: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
};

/** Branding of the modal. Its contrast stays sufficient with every choice. */
export interface ConnectAppearance {
  /** Default `auto`: the user's system setting. */
  readonly theme?: 'auto' | 'light' | 'dark' | undefined;
  /** A CSS colour. */
  readonly accentColor?: string | undefined;
  /** A CSS font family list. */
  readonly fontFamily?: string | undefined;
  /** A CSS length. */
  readonly borderRadius?: string | undefined;
}

/** The options of `open`. */
export interface OpenOptions {
  /** The application's public client ID. */
  clientId: string;
  /**
   * Receives the authorization code and forwards it to the application's backend; see `forwardCode`. If it
   * returns a promise, the modal shows "Finishing…" until the promise settles.
   */
  onSuccess: ((result: ConnectResult) => void) | ((result: ConnectResult) => Promise<unknown>);
  /** Called once when the session ends without a connection. */
  onExit?: ((exit: ConnectExit) => void) | undefined;
  /** Called for every event of the session. */
  onEvent?: ((event: ConnectEvent) => void) | undefined;
  /** Address of the Connect page; https, or http on loopback, without a query. */
  connectUrl?: string | URL | undefined;
  /**
   * The surface of the Connect page. `popup` opens a popup during the call of `open`, so call it in the
   * user's own click. `frame` never opens a popup; providers that cannot be framed are shown as
   * unavailable. `auto`, the default, uses the frame, and a popup where the frame cannot work.
   */
  display?: 'auto' | 'frame' | 'popup' | undefined;
  /** ID of a provider to start with. The selector is skipped if the provider can be used. */
  provider?: string | undefined;
  /**
   * OAuth's state, 1 to 2,000 characters. It is bound to the code; the backend finds it in the token response (RFC
   * 9700, section 4.5).
   */
  state?: string | undefined;
  /**
   * `session` of a session that the application's backend has created. It sets the providers and the account, and
   * can succeed once. It never appears in an address.
   */
  session?: string | undefined;
  /** BCP 47 language tag; `en_US` is accepted, too. Default: the browser's languages, then English. */
  locale?: string | undefined;
  /** Branding of the modal. */
  appearance?: ConnectAppearance | undefined;
  /** Ends the session with the reason `aborted`. */
  signal?: AbortSignal | undefined;
}

/** One Connect session, from `open` to its outcome. */
export interface ConnectSession {
  /** ID of the session, which users can quote to support. */
  readonly id: string;
  /**
   * Closes the session. While `onSuccess` is pending, only the modal closes, and the promise of `onSuccess` still
   * decides the outcome.
   */
  close(): void;
  /** Resolves with the outcome. Never rejects. */
  readonly finished: Promise<ConnectOutcome>;
}

/** The options of `preload`: those of `open`. No callback is called before `open`. */
export type PreloadOptions = Partial<OpenOptions> & Pick<OpenOptions, 'clientId'>;

/** The options of `mountSelector`: those of `open`, without a provider, which the person picks. */
export interface SelectorOptions extends Omit<OpenOptions, 'provider'> {
  /** The text in the empty search field. Default: "Search providers", in the person's language. */
  placeholder?: string | undefined;
}

/** A selector in the page. */
export interface MountedSelector {
  /** The session of the last pick, while it is open; otherwise null. */
  readonly session: ConnectSession | null;
  /** Removes the selector. An open modal stays. Idempotent. */
  unmount(): void;
}
