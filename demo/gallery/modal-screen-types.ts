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
  /** Says that it is ready, and what can be connected. */
  start(providers?: readonly Provider[], environment?: ConnectApplication['environment']): void;
  /** Tells the host of the step, and draws one of `pageStates`; resolves when it has been painted. */
  enter(stateId: string): Promise<void>;
}

/** The gallery's actions in the open modal, as a person would do them. */
export interface ModalDriver {
  /** Presses the option whose text begins so. */
  pick(name: string): Promise<void>;
  /** Presses the main button of the screen. */
  press(): Promise<void>;
  /** Types into the search. */
  search(text: string): Promise<void>;
}

/** One screen of the modal, and how the SDK is brought to show it: both sides in one place. */
export interface ModalScreen {
  readonly title: string;
  readonly group: (typeof modalGroups)[number];
  /** Default: as it does. */
  readonly pace?: Pace;
  /** The application's options, in addition to those of every screen. */
  readonly options?: Partial<
    Pick<OpenOptions, 'provider' | 'session' | 'connectUrl' | 'appearance' | 'display'>
  >;
  /** The browser's reaction when the person opens the offered popup; default: they do not open it. */
  readonly windows?: Exclude<Windows, 'real'>;
  /** The result of `onSuccess`; default: a promise that never settles. */
  readonly finish?: () => Promise<unknown>;
  /** True once this event has shown the screen, or the screen that `act` starts from. */
  readonly isReached: (event: ConnectEvent) => boolean;
  /** The person's next action. */
  readonly act?: (modal: ModalDriver) => Promise<void>;
  /** The Connect page's reaction to the welcome; without it, the page never says hello. */
  readonly play?: (stage: PageStage) => void | Promise<void>;
  /** The news of an opened popup. `joined`: the popup also gets a code. Default: none. */
  readonly onHandoff?: 'asked' | 'left' | 'refused' | 'joined';
  /** True: a reload has interrupted the session before. */
  readonly isInterrupted?: true;
  /** True: the page does not answer a selection. */
  readonly ignoresSelection?: true;
}

/** @returns whether an event is the change to that step */
export function isStep(...steps: readonly string[]): ModalScreen['isReached'] {
  return (event) => event.name === 'step_changed' && steps.includes(event.step);
}

/** @returns whether an event has that name */
export function isNamed(name: ConnectEvent['name']): ModalScreen['isReached'] {
  return (event) => event.name === name;
}
