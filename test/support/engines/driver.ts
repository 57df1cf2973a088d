/** What the contract suite asks of a browser, whichever it is, and whatever drives it. */

/** What a person aims at: something with a role, and the name that they read or hear. */
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

/** Keys that do something other than to type themselves. */
export type Key = 'ArrowDown' | 'ArrowUp' | 'Enter' | 'Escape' | 'Tab';

/** Keys that go wherever the focus is, without moving it first. */
interface Keyboard {
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
}

/** One document: the host's, the one in its frame, or the one in a popup. */
export interface Place {
  /** Waits until it is there, can be used and stands still; then clicks with a real pointer. */
  click(target: Target): Promise<void>;
  /** Replaces what is in a field, by real keys. */
  type(target: Target, text: string): Promise<void>;
  /** Presses a key where the focus is then: on the target. */
  press(target: Target, key: Key): Promise<void>;
  /** What a person does who has no pointer. */
  readonly keyboard: Keyboard;
  /** Waits until it is there, can be used and has the focus. */
  seeFocused(target: Target): Promise<void>;
  /** Presses Tab until the target has the focus. */
  tabTo(target: Target): Promise<void>;
  /** Waits until it is there and can be seen. */
  see(target: Target): Promise<void>;
  /** @returns the value of a field, or else the text */
  read(target: Target): Promise<string>;
  /**
   * Runs a function in the document.
   *
   * @param run - uses nothing but its parameters and the page's globals; returns JSON
   * @param args - JSON
   */
  evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
}

/** A window with a fresh or emptied profile, and the windows that it opens. */
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
  /** @returns how many windows there are, the host's included */
  countWindows(): Promise<number>;
  /**
   * What the browser said about every document: addresses that were asked for, console lines.
   * Empty where the driver cannot tell; see `limits`.
   */
  readonly observed: readonly string[];
  /** Errors that the browser wrote to the console of any document; the same limits apply. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** A running browser. */
export interface Engine {
  /** As the browser calls itself. */
  readonly version: string;
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}

/** An element, as a driver holds it. */
export interface ElementDriver {
  click(): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
}

/** The little that a driver has to bring; `createPlace` makes a `Place` of it. */
export interface DocumentDriver {
  /** @param expression - JavaScript. @returns its value, which is JSON */
  evaluate(expression: string): Promise<unknown>;
  /** @param expression - JavaScript. @returns the element it yields, or undefined */
  find(expression: string): Promise<ElementDriver | undefined>;
  readonly keyboard: Keyboard;
}
