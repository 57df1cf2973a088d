import type { ConnectEvent, OpenOptions } from 'tax-connect';
import type { Bridge, ConnectApplication, Provider } from 'tax-connect/page';
import type { Windows } from './stand-in-window.ts';
import type { Pace } from './timer-pace.ts';

/** Headings of the gallery, in their order. */
export const modalGroups = [
  'Waiting',
  'Provider selector',
  'The page in the modal',
  'The page in a window',
  'Leaving and finishing',
  'Errors',
] as const;

/** The actions of the scripted Connect page after the welcome. */
export interface PageStage {
  readonly bridge: Bridge;
  readonly nonce: string;
  /** Address of a picture that loads. */
  readonly picture: string;
  /** Reports that the page is ready, and sends the providers. */
  start(providers?: readonly Provider[], environment?: ConnectApplication['environment']): void;
  /** Reports a step to the host, and draws one of `pageStates`; resolves when it has been painted. */
  enter(stateId: string): Promise<void>;
}

/** The gallery's actions in the open modal, the same as a person's. */
export interface ModalDriver {
  /** Presses the option whose text begins with this name. */
  pick(name: string): Promise<void>;
  /** Presses the main button of the screen. */
  press(): Promise<void>;
  /** Waits until the modal shows a screen of this kind. */
  see(kind: string): Promise<void>;
  /** Types into the search. */
  search(text: string): Promise<void>;
}

/** A screen of the modal, and how host and page make the SDK show it. */
export interface ModalScreen {
  readonly title: string;
  readonly group: (typeof modalGroups)[number];
  /** Default: real time. */
  readonly pace?: Pace;
  /** The application's options, in addition to those of every screen. */
  readonly options?: Partial<
    Pick<OpenOptions, 'provider' | 'session' | 'connectUrl' | 'appearance' | 'display'>
  >;
  /** The browser's reaction when the person opens the offered popup; default: they do not open it. */
  readonly windows?: Exclude<Windows, 'real'>;
  /** The result of `onSuccess`; default: a promise that never settles. */
  readonly finish?: () => Promise<unknown>;
  /** Recognises the event that has shown the screen, or the screen at which `act` starts. */
  readonly isReached: (event: ConnectEvent) => boolean;
  /** The person's next action. */
  readonly act?: (modal: ModalDriver) => Promise<void>;
  /** The Connect page's reaction to the welcome; without it, the page never says hello. */
  readonly play?: (stage: PageStage) => void | Promise<void>;
  /** The reported progress of an opened popup. `joined`: the popup also gets a code. Default: none. */
  readonly onHandoff?: 'asked' | 'left' | 'refused' | 'joined';
  /** True after a reload that has interrupted the previous session. */
  readonly isInterrupted?: true;
  /** Whether the page ignores a selection. */
  readonly ignoresSelection?: true;
}

/** @returns a test for an event that changes to one of these steps */
export function isStep(...steps: readonly string[]): ModalScreen['isReached'] {
  return (event) => event.name === 'step_changed' && steps.includes(event.step);
}

/** @returns a test for an event with this name */
export function isNamed(name: ConnectEvent['name']): ModalScreen['isReached'] {
  return (event) => event.name === name;
}
