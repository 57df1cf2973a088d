import type { ConnectError } from '../protocol/errors.ts';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { Provider } from '../protocol/provider.ts';

/** A signal, or what is derived from one: an effect that reads `value` runs again when it changes. */
export interface Readable<Value> {
  readonly value: Value;
}

/** What the modal shows; exactly one at a time. */
export type Screen =
  /** Nothing is known yet: a skeleton of the selector. */
  | { readonly kind: 'loading' }
  /** The provider selector; `busyId` is the provider picked and not yet confirmed by the page. */
  | {
      readonly kind: 'select';
      readonly providers: readonly Provider[];
      readonly busyId: string | null;
      /** Drawn before it is seen: no more than fits the screen. */
      readonly isAhead?: boolean;
    }
  /** The slotted frame, with a Back button when there is a selection to go back to. */
  | { readonly kind: 'page'; readonly canGoBack: boolean }
  /** The Connect page is in a popup, or will be. */
  | {
      readonly kind: 'popup';
      /**
       * `offered`: only the user's own click can open it; `blocked`: the browser refused to;
       * `waiting`: it is open; `closed`: the user closed it.
       */
      readonly state: 'offered' | 'blocked' | 'waiting' | 'closed';
      /** Whether the same provider may be used in the frame, too. */
      readonly canUseFrame: boolean;
      readonly canGoBack: boolean;
    }
  /** The application is finishing the connection. */
  | { readonly kind: 'finishing' }
  /** Done; shown for a moment before the modal goes away, where the page cannot say what was connected. */
  | { readonly kind: 'connected' }
  /** Something went wrong; offers Retry, a window where that may help, and Close. */
  | {
      readonly kind: 'failed';
      readonly error: ConnectError;
      readonly canTryWindow: boolean;
    };

/** What the modal reads; the host's session writes it. */
export interface ModalModel {
  /** How much is drawn, one task each: 0 nothing, 1 the dialog, 2 the selector in it, too. */
  readonly drawn: Readable<number>;
  readonly screen: Readable<Screen>;
  /** Known from `ready` on. */
  readonly application: Readable<ConnectApplication | null>;
  /** Whether the user is being asked if they really want to leave. */
  readonly isConfirmingExit: Readable<boolean>;
  /** Whether to say that Connect starts again, because a reload ended it the last time. */
  readonly isInterrupted: Readable<boolean>;
  /** Height the page asked for, CSS pixels, or null. */
  readonly frameHeight: Readable<number | null>;
  readonly theme: Readable<'light' | 'dark'>;
}

/** What the user can do in the modal; the host's session decides the result. */
export interface ModalActions {
  selectProvider(providerId: string): void;
  /** "My provider isn't listed" was pressed. */
  reportUnlisted(): void;
  goBack(): void;
  retry(): void;
  /** Opens the window, again if need be. Called in the user's own click, before anything is awaited. */
  openPopup(): void;
  /** Brings the open window to the front, where the browser allows that. */
  focusPopup(): void;
  /** Goes on in the frame instead of a window. */
  useFrame(): void;
  /** Close button, or Escape: may lead to the exit confirmation. */
  requestClose(): void;
  /** "Leave" in the exit confirmation. */
  confirmExit(): void;
  /** "Keep going" in the exit confirmation. */
  keepGoing(): void;
}

/** Branding that a host may choose. */
export interface Appearance {
  readonly accentColor?: string | undefined;
  readonly fontFamily?: string | undefined;
  readonly borderRadius?: string | undefined;
}

/** Everything `mountModal` needs. */
export interface ModalOptions {
  /** Shadow root of the element whose only light child is the frame. */
  readonly root: ShadowRoot;
  readonly model: ModalModel;
  readonly actions: ModalActions;
  readonly appearance: Appearance;
  /** BCP 47 tag that the host asked for. */
  readonly locale?: string | undefined;
  /** What a user can quote to support: the session's id. */
  readonly reference: string;
}

/** A mounted modal. */
export interface Modal {
  /** Brings the focus back into the modal. */
  focus(): void;
  /** Takes the modal down and puts the host's page back as it was. Idempotent. */
  close(): void;
}
