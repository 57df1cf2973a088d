import type { ConnectEvent, OpenOptions } from 'tax-connect';
import type { Bridge, ConnectApplication, Provider } from 'tax-connect/page';
import type { Windows } from './stand-in-window.ts';
import type { Pace } from './timer-pace.ts';

/** The headings under which the gallery lists the modal's screens, in their order. */
export const modalGroups = [
  'Waiting',
  'Provider selector',
  'The page in the modal',
  'The page in a window',
  'Leaving and finishing',
  'Errors',
] as const;

/** The actions that a screen's script can take as the Connect page, after the SDK has accepted the page. */
export interface PageStage {
  readonly bridge: Bridge;
  readonly nonce: string;
  /** The URL of a picture that loads without an error. */
  readonly picture: string;
  /** Tells the SDK that the page is ready, and sends the providers. */
  start(providers?: readonly Provider[], environment?: ConnectApplication['environment']): void;
  /** Tells the SDK the page's step, and draws a state of `pageStates`. Resolves when the state has been painted. */
  enter(stateId: string): Promise<void>;
}

/** The actions that a screen's script can take in the open modal, as a person would. */
export interface ModalDriver {
  pick(name: string): Promise<void>;
  press(): Promise<void>;
  search(text: string): Promise<void>;
  /** Waits until the modal shows the screen. */
  see(screen: 'finishing'): Promise<void>;
}

/** A screen of the modal, and the script with which host, Connect page and person make the SDK show it. */
export interface ModalScreen {
  readonly title: string;
  readonly group: (typeof modalGroups)[number];
  readonly pace?: Pace;
  /** Options for `open`, in addition to those that every screen has. */
  readonly options?: Partial<
    Pick<OpenOptions, 'provider' | 'session' | 'connectUrl' | 'appearance' | 'display'>
  >;
  /** The result of a press on the button that opens a popup. When undefined, the button is not pressed. */
  readonly windows?: Exclude<Windows, 'real'>;
  /** The application's `onSuccess`. By default, it does not finish while the modal is open. */
  readonly finish?: () => Promise<unknown>;
  /** Returns whether an event of the SDK means that the screen is shown. If the screen has `act`, it then starts. */
  readonly isReached: (event: ConnectEvent) => boolean;
  /** The person's actions in the modal after `isReached`, to get to the screen. */
  readonly act?: (modal: ModalDriver) => Promise<void>;
  /** The Connect page's actions after the SDK has accepted it. When undefined, the page never contacts the SDK. */
  readonly play?: (stage: PageStage) => void | Promise<void>;
  /** The page's report about an opened popup; default: none. With `joined`, the person also allows access there. */
  readonly onHandoff?: 'asked' | 'left' | 'refused' | 'joined';
  /** Present if the previous session must look as if a reload of the page had interrupted it. */
  readonly isInterrupted?: true;
  /** Present if the Connect page must not react when the person chooses a provider. */
  readonly ignoresSelection?: true;
}

export function isStep(...steps: readonly string[]): ModalScreen['isReached'] {
  return (event) => event.name === 'step_changed' && steps.includes(event.step);
}

export function isNamed(name: ConnectEvent['name']): ModalScreen['isReached'] {
  return (event) => event.name === name;
}
