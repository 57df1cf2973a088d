import type { Place } from './place.ts';

/** The interface of the contract suite to any browser and driver. */

/** The target of an action: an element's role and accessible name. */
export interface Target {
  readonly role:
    | 'alertdialog'
    | 'button'
    | 'heading'
    | 'link'
    | 'option'
    | 'selected option'
    | 'text'
    | 'textbox';
  /** The accessible name, or its first words. */
  readonly name: string;
}

/** Keys that do not type a character. */
export type Key = 'ArrowDown' | 'ArrowUp' | 'Enter' | 'Escape' | 'Tab';

/** Sends keys to the current focus. */
interface Keyboard {
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
}

/** A window with a new or emptied profile, and the windows that it opens. */
export interface Tab {
  readonly host: Place;
  /** The document in the first frame of the host's page. */
  readonly frame: Place;
  /** The document in the newest window that is not the host's. */
  readonly popup: Place;
  /** Loads a page and waits until it has loaded. */
  open(url: string): Promise<void>;
  /** Closes the window of the host and leaves the others. */
  closeHost(): Promise<void>;
  /** @returns the number of windows, including the host's */
  countWindows(): Promise<number>;
  /**
   * The browser's records of every document: requested addresses, console lines. Empty if the driver cannot
   * report them; see `limits`.
   */
  readonly observed: readonly string[];
  /** Errors in the console of any document. The same limits apply. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** A running browser. */
export interface Engine {
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}

/** A driver's reference to an element. */
export interface ElementDriver {
  /** Moves the pointer there. */
  hover(): Promise<void>;
  click(): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
}

/** The operations that a driver provides. `createPlace` turns it into a `Place`. */
export interface DocumentDriver {
  /** @param expression - JavaScript. @returns its value, which is JSON */
  evaluate(expression: string): Promise<unknown>;
  /** @param expression - JavaScript. @returns the element it yields, or undefined */
  find(expression: string): Promise<ElementDriver | undefined>;
  readonly keyboard: Keyboard;
}
