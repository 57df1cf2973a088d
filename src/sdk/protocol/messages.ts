import type { AuthorizationCode, Handoff } from './brands.ts';
import type { PageErrorCode } from './error-codes.ts';
import type { Provider } from './provider.ts';
import type { pageExitReasons } from './words.ts';

/** The value of `protocol` in every window message. */
export const protocolName = 'tax-connect';
export const protocolVersion = 1;
/** The time between two `hello` messages of the page, in milliseconds. The page stops at the host's `welcome`. */
export const helloIntervalMs = 250;
/** The number of `hello` messages that a page sends before it gives up, after 15 s. */
export const maxHellos = 60;
/** The number of `hello` messages that a page sends to learn whether its host is still there. It gives up after 5 s. */
export const maxChecks = 20;

/** The largest corner radius of the modal, in CSS pixels. */
export const maxRadius = 24;

/** The surface that shows the Connect page. */
export type SurfaceKind = 'frame' | 'popup';
/** The ways in which the user ended the flow on the Connect page. */
export type PageExitReason = (typeof pageExitReasons)[number];
/** The part of the flow that the Connect page shows. */
export type PageStep = 'select' | 'login' | 'consent';

/** Page → host window. It carries no data, because no receiver is trusted yet. */
export interface HelloMessage {
  readonly protocol: typeof protocolName;
  /** The page's protocol version. A host with another version ends the flow with `unsupported_version`. */
  readonly version: number;
  readonly type: 'hello';
}

/**
 * The progress of a handoff, with which the page of a popup that is cut off from the host joins the flow. `waiting`:
 * the service has the handoff and waits for the popup's page. `joined`: the popup's page has joined the flow. `left`:
 * the popup was closed, or shows another page. `refused`: the service refused the handoff.
 */
export type HandoffState = 'waiting' | 'joined' | 'left' | 'refused';

/** The application that the user connects to, as the service describes it. */
export interface ConnectApplication {
  /** The name that the user sees. */
  readonly name: string;
  /** `test` applications use simulated accounts. */
  readonly environment: 'test' | 'live';
  /** Web address of the application's support, or null. Pages of earlier versions do not send this property. */
  readonly support_url?: string | null | undefined;
  /** Address of a picture, or null. Pages of earlier versions do not send this property. */
  readonly logo?: string | null | undefined;
}

/** Page → host, on the port. */
export type PageMessage =
  | {
      readonly type: 'ready';
      readonly application: ConnectApplication;
      /** True when the flow is bound to the welcome's session. Pages of earlier versions do not send this property. */
      readonly session: boolean;
    }
  | { readonly type: 'providers'; readonly providers: readonly Provider[] }
  | { readonly type: 'provider_selected'; readonly provider_id: string }
  | { readonly type: 'provider_not_listed' }
  | { readonly type: 'step'; readonly step: PageStep }
  | { readonly type: 'code'; readonly code: AuthorizationCode; readonly nonce: string }
  | { readonly type: 'exit'; readonly reason: PageExitReason }
  | { readonly type: 'exit_requested' }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'leaving' }
  | { readonly type: 'unloading' }
  | { readonly type: 'handoff_changed'; readonly state: HandoffState }
  | { readonly type: 'handoff_asked'; readonly number: string | null }
  | {
      readonly type: 'error';
      readonly code: PageErrorCode;
      readonly message: string;
      readonly retryable: boolean;
    };

/** Host → page, on the port. */
export type HostMessage =
  | { readonly type: 'select_provider'; readonly provider_id: string }
  | { readonly type: 'back' }
  | { readonly type: 'handoff'; readonly handoff: Handoff; readonly provider_id: string | null }
  | { readonly type: 'code_received' }
  | { readonly type: 'unloading' }
  | { readonly type: 'close' };
