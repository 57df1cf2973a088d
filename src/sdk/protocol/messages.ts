import type { AuthorizationCode, Handoff, Nonce } from './brands.ts';
import type { PageErrorCode } from './error-codes.ts';
import type { Provider } from './provider.ts';

/** Name every window message carries. */
export const protocolName = 'tax-connect';
/** The version of the wire that this code speaks. */
export const protocolVersion = 1;
/** How often the page says hello until it is welcomed. */
export const helloIntervalMs = 250;
/** How many hellos the page says at most. */
export const maxHellos = 20;

/** What shows the Connect page. */
export type SurfaceKind = 'frame' | 'popup';
/** The part of the flow the Connect page itself is in. */
export type PageStep = 'select' | 'login' | 'consent';

/** Page → host window; carries no data, because no receiver is trusted yet. */
export interface HelloMessage {
  readonly protocol: typeof protocolName;
  /** The version the page speaks; a host that speaks another ends with `unsupported_version`. */
  readonly version: number;
  readonly type: 'hello';
}

/**
 * What became of a handoff: the service knows it and waits for the window's page; that page has
 * joined the flow; it has gone away again; or the service did not let it in.
 */
export type HandoffState = 'waiting' | 'joined' | 'left' | 'refused';

/** Host → page window, with exactly one port. */
export interface WelcomeMessage {
  readonly protocol: typeof protocolName;
  readonly version: typeof protocolVersion;
  readonly type: 'welcome';
  readonly session_id: string;
  readonly nonce: Nonce;
  /** The host's OAuth `state`, bound to the code by the service, or null. */
  readonly state: string | null;
  readonly surface: SurfaceKind;
  /** The side that draws the provider selector. */
  readonly selector: 'host' | 'page';
  /** A preselected provider, or null. */
  readonly provider_id: string | null;
  /** BCP 47 language tag. */
  readonly locale: string;
  readonly theme: 'light' | 'dark';
}

/** The application the user is asked to connect to, as the service knows it. */
export interface ConnectApplication {
  readonly name: string;
  readonly environment: 'test' | 'live';
}

/** Page → host, on the port. */
export type PageMessage =
  | { readonly type: 'ready'; readonly application: ConnectApplication }
  | { readonly type: 'providers'; readonly providers: readonly Provider[] }
  | { readonly type: 'provider_selected'; readonly provider_id: string }
  | { readonly type: 'provider_not_listed' }
  | { readonly type: 'step'; readonly step: PageStep }
  | { readonly type: 'code'; readonly code: AuthorizationCode; readonly nonce: string }
  | { readonly type: 'exit'; readonly reason: 'denied' | 'closed' }
  | { readonly type: 'exit_requested' }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'leaving' }
  | { readonly type: 'unloading' }
  | { readonly type: 'handoff_changed'; readonly state: HandoffState }
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
  | {
      readonly type: 'handoff';
      readonly handoff: Handoff;
      readonly provider_id: string | null;
    }
  | { readonly type: 'code_received' }
  | { readonly type: 'close' };
