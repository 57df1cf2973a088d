import type { ConnectError } from '../protocol/errors.ts';
import type { SurfaceKind } from '../protocol/messages.ts';

/** Why a session ended without a connection. */
export type ExitReason = 'closed' | 'denied' | 'aborted' | 'error';

/** Where in the flow the user is. */
export type ConnectStep = 'loading' | 'select' | 'login' | 'consent' | 'finishing' | 'failed';

/** What `onExit` is told. */
export interface ConnectExit {
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
 * Why another surface shows the page: the provider cannot be framed, the frame could not be shown or
 * stayed silent, or the user chose.
 */
export type SurfaceChangeReason = 'provider' | 'frame_blocked' | 'load_timeout' | 'user';

/** What happened, without the properties that `onEvent` adds to each event. */
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

/** One thing that happened in a session. Names are stable; events never carry the code. */
export type ConnectEvent = ConnectEventDetail & {
  readonly sessionId: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
};

/** Branding of the modal. Contrast is kept with every choice. */
export interface ConnectAppearance {
  /** Default `auto`: as the user's system. */
  readonly theme?: 'auto' | 'light' | 'dark' | undefined;
  /** A CSS colour. */
  readonly accentColor?: string | undefined;
  /** A CSS font family list. */
  readonly fontFamily?: string | undefined;
  /** A CSS length. */
  readonly borderRadius?: string | undefined;
}

/** What `open` takes. */
export interface OpenOptions {
  /** The application's public client ID. */
  clientId: string;
  /**
   * Gets the authorization code, to be forwarded to the application's backend; see `forwardCode`.
   * A returned promise keeps the modal at "Finishing…" until it settles.
   */
  onSuccess:
    | ((result: { code: string }) => void)
    | ((result: { code: string }) => Promise<unknown>);
  /** Called once when the session ends without a connection. */
  onExit?: ((exit: ConnectExit) => void) | undefined;
  /** Called for everything that happens in the session. */
  onEvent?: ((event: ConnectEvent) => void) | undefined;
  /** Address of the Connect page; https, or http on loopback, and no query. */
  connectUrl?: string | URL | undefined;
  /**
   * What shows the Connect page. `popup` opens a window in the call of `open`, so call it in the
   * user's own click. `frame` never opens one, so providers that cannot be framed are shown as
   * unavailable. `auto`, the default, uses the frame, and a window where the frame cannot work.
   */
  display?: 'auto' | 'frame' | 'popup' | undefined;
  /** ID of a provider to start with. The selector is skipped if the provider can be used. */
  provider?: string | undefined;
  /** Bound to the code; the backend finds it in the token response (RFC 9700, section 4.5). */
  state?: string | undefined;
  /** BCP 47 language tag; `en_US` is accepted, too. Default: the browser's languages, then English. */
  locale?: string | undefined;
  appearance?: ConnectAppearance | undefined;
  /** Ends the session, with reason `aborted`. */
  signal?: AbortSignal | undefined;
}

/** One open-to-close life of Connect. */
export interface ConnectSession {
  /** Reference of the session, to quote to support. */
  readonly id: string;
  /** Closes it. While `onSuccess` is pending, the modal closes and the promise still decides the outcome. */
  close(): void;
  /** How it ended; never rejects. */
  readonly finished: Promise<ConnectOutcome>;
}

/** What `preload` takes: the options of `open`. None of the callbacks is called before `open`. */
export type PreloadOptions = Partial<OpenOptions> & Pick<OpenOptions, 'clientId'>;
