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

/** What the scripted Connect page can do, once it is welcomed. */
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

/** What the gallery can do in the open modal, as a person would. */
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
  /** What the application passes to `open`, beyond what every screen does. */
  readonly options?: Partial<
    Pick<OpenOptions, 'provider' | 'connectUrl' | 'appearance' | 'display'>
  >;
  /** What the browser does when the person asks for the window that is offered; default: they do not ask. */
  readonly windows?: Exclude<Windows, 'real'>;
  /** What `onSuccess` returns; default: a promise that is never kept. */
  readonly finish?: () => Promise<unknown>;
  /** Whether the screen, or what `act` starts from, is there with this event. */
  readonly isReached: (event: ConnectEvent) => boolean;
  /** What a person does then. */
  readonly act?: (modal: ModalDriver) => Promise<void>;
  /** What the Connect page does when it is welcomed; without it, it never says hello. */
  readonly play?: (stage: PageStage) => void | Promise<void>;
  /** What the page hears of a window that was opened, `joined`: and gets a code from; default: nothing. */
  readonly onHandoff?: 'left' | 'refused' | 'joined';
  /** Whether a reload has ended the session before in the middle. */
  readonly isInterrupted?: true;
  /** Whether the page leaves a selection unanswered. */
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
