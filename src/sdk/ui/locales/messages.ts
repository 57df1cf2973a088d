import type { ConnectErrorCode } from '../../protocol/errors.ts';

/** A heading, and a sentence below it that says what to do. */
export type Notice = readonly [title: string, advice: string];

/** States of the popup. They have their own screens. */
type UnshownCode = 'popup_blocked' | 'popup_closed' | 'opener_severed';

/** The code of an error that can end a flow. */
export type ShownCode = Exclude<ConnectErrorCode, UnshownCode>;

/** The texts of each error: what happened, and what to do. */
type ErrorTexts = Readonly<Record<ShownCode, Notice>> &
  Readonly<Partial<Record<ConnectErrorCode, Notice>>>;

/**
 * Every text of the modal and the selector, in one language. `#` stands for a value; see `fillText`. A locale with
 * a missing text fails the build.
 */
export interface Messages {
  /** BCP 47 tag and writing direction, set on the dialog. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly title: string;
  /** Second line of the title; `#` is the application's name. */
  readonly to: string;
  /** Shown above the providers; `#` is the application's name. */
  readonly promise: string;
  /** Badge of a test application. */
  readonly test: string;
  readonly back: string;
  readonly close: string;
  /** Title of the frame, for assistive technology. */
  readonly frame: string;
  readonly loading: string;
  readonly opening: string;
  readonly finishing: string;
  /** Replaces each of the three texts above after a while. */
  readonly waiting: string;
  readonly connected: string;
  /** Says that a reload interrupted the previous session. */
  readonly interrupted: string;
  readonly search: string;
  readonly popular: string;
  readonly others: string;
  /** Why a provider cannot be picked, when it gives no reason itself. */
  readonly unavailable: string;
  /** Announced after typing, as packed plural forms; `#` is the number. See `fillCount`. */
  readonly results: string;
  /** Opens the rest of a test application's list; `#` is how many it has. */
  readonly liveOnly: string;
  /** `#` is the text of the search. */
  readonly noResult: Notice;
  readonly clear: string;
  readonly notListed: string;
  /** Shown after "My provider isn't listed"; `#` is the application's name. */
  readonly unlisted: Notice;
  /** Shown when the list of providers is empty. */
  readonly empty: Notice;
  /** Keyed by the state of the popup with the login. */
  readonly popup: Readonly<Record<'offered' | 'blocked' | 'waiting' | 'closed', Notice>>;
  /** Shown while the popup asks its user for the number in the modal. */
  readonly number: Notice;
  /** The buttons that open the popup, the first time and again. */
  readonly open: string;
  readonly reopen: string;
  /** The button that brings the popup to the front. */
  readonly show: string;
  /** The button that continues without a popup. */
  readonly here: string;
  readonly cancel: string;
  /** The question before leaving, and the consequence of leaving. */
  readonly exit: Notice;
  readonly stay: string;
  readonly leave: string;
  readonly retry: string;
  /** The button that returns to the providers. */
  readonly another: string;
  /** The button that reloads the host's page. */
  readonly reload: string;
  readonly reference: string;
  readonly copy: string;
  readonly copied: string;
  /**
   * Shown when the page has lost the code of a session, which the backend may still get. `#` is the application's
   * name.
   */
  readonly unconfirmed: Notice;
  /** Keyed by the code of the error that ended the flow. `#` is the application's name. */
  readonly errors: ErrorTexts;
}
