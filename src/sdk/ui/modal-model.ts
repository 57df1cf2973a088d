import type { ModalTexts } from '../../texts/surfaces.ts';
import type { ConnectAppearance } from '../protocol/appearance.ts';
import type { ConnectError } from '../protocol/errors.ts';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { Provider } from '../protocol/provider.ts';

/** A signal, or an object whose value never changes. A component that reads a signal is drawn again with it. */
export interface Readable<Value> {
  readonly value: Value;
}

export type Screen =
  /** Before the page's first message: a skeleton of the selector, and after a while also ways to continue. */
  | { readonly kind: 'loading'; readonly canTryPopup: boolean }
  /** The provider selector. `busyId` is the provider that was picked but is not yet confirmed by the page. */
  | {
      readonly kind: 'select';
      readonly providers: readonly Provider[];
      readonly busyId: string | null;
    }
  /** The frame with the Connect page. `canGoBack`: a Back button leads to the provider selector. */
  | { readonly kind: 'page'; readonly canGoBack: boolean }
  /** The Connect page is, or will be, in a popup. The modal says how to continue there. */
  | {
      readonly kind: 'popup';
      /** `offered`: only a click can open it; `blocked`: the browser refused it; `waiting`: it is open. */
      readonly state: 'offered' | 'blocked' | 'waiting' | 'closed';
      /** The number that the user types into the popup, or null. */
      readonly number?: string | null | undefined;
      /** True when the user can log in to the same provider in the frame instead. */
      readonly canUseFrame: boolean;
      readonly canGoBack: boolean;
    }
  /** The application's `onSuccess` is finishing the connection. */
  | { readonly kind: 'finishing'; readonly provider: Provider | null }
  /** The account is connected. Shown for a moment before the modal closes. */
  | { readonly kind: 'connected'; readonly provider: Provider | null }
  /** An error, with the buttons that may help: Retry, another provider or a popup; and Close. */
  | {
      readonly kind: 'failed';
      readonly provider: Provider | null;
      readonly error: ConnectError;
      readonly canTryPopup: boolean;
      /** True when another try starts with the choice of a provider. */
      readonly canChoose: boolean;
    };

export interface ModalModel {
  readonly screen: Screen;
  readonly application: ConnectApplication | null;
  readonly isConfirmingExit: boolean;
  /** True to tell the user that a reload interrupted the previous session. */
  readonly isInterrupted: boolean;
  /** The height that the page requested, in CSS pixels, or null. */
  readonly frameHeight: number | null;
  readonly theme: 'light' | 'dark';
}

/** The session's functions, which the modal calls when the user presses its buttons or keys. */
export interface ModalActions {
  selectProvider(providerId: string): void;
  /** "My provider isn't listed" was pressed. */
  reportUnlisted(): void;
  goBack(): void;
  retry(): void;
  /** Reloads the host's page. */
  reload(): void;
  /** Opens the popup, also repeatedly. Call it in the user's own click, before any `await`. */
  openPopup(): void;
  /** Brings the open popup to the front, if the browser allows it. */
  focusPopup(): void;
  useFrame(): void;
  /** The Close button or Escape was pressed. After the selector, the session asks the user to confirm. */
  requestClose(): void;
  confirmExit(): void;
  keepGoing(): void;
}

export interface ModalSession {
  readonly model: Readable<ModalModel>;
  readonly actions: ModalActions;
  /** The element to which the focus returns if no element has it when the modal is shown. */
  readonly invoker?: Element | null;
}

/** The options of `mountModal`. The model may be a preview, which is drawn before the dialog's session starts. */
export interface ModalOptions extends ModalSession {
  /** The shadow root of the modal's element. The only child of the element outside the shadow root is the frame. */
  readonly root: ShadowRoot;
  /** Sets the handler that gets the window's events before the listeners that the host's page has added later. */
  readonly passEvents: (handler: (event: Event) => void) => void;
  readonly appearance: ConnectAppearance | undefined;
  readonly language: Readable<ModalTexts>;
  readonly id: string;
}

export interface Modal {
  /** Opens the modal, and draws a session's state from then on. Keeps what was drawn ahead. Called once. */
  show(session: ModalSession): void;
  focus(): void;
  /** Removes the modal and restores the host's page. Idempotent. */
  close(): void;
}
