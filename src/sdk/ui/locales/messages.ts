import type { ConnectErrorCode } from '../../protocol/errors.ts';

/** A heading, and a sentence below it that says what to do. */
export type Notice = readonly [title: string, advice: string];

/** States of the popup, which have their own screens. */
type UnshownCode = 'popup_blocked' | 'popup_closed' | 'opener_severed';

/** The code of an error that can end a flow. */
export type ShownCode = Exclude<ConnectErrorCode, UnshownCode>;

/** What happened, and what to do. */
type ErrorTexts = Readonly<Record<ShownCode, Notice>> &
  Readonly<Partial<Record<ConnectErrorCode, Notice>>>;

/**
 * Every text of the modal and the selector, in one language. `#` stands for a value; see `fillText`. A locale
 * with a gap fails the build.
 */
export interface Messages {
  /** BCP 47 tag and writing direction, set on the dialog. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly title: string;
  /** Second line of the title; `#` is the application's name. */
  readonly to: string;
  /** Above the providers; `#` is the application's name. */
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
  /** Instead of any of the three above, when it takes long. */
  readonly waiting: string;
  readonly connected: string;
  /** A reload ended the session before this one in the middle. */
  readonly interrupted: string;
  readonly search: string;
  readonly popular: string;
  readonly others: string;
  /** Why a provider cannot be picked, when it does not say so itself. */
  readonly unavailable: string;
  /** After typing, as packed plural forms; `#` is the number. See `fillCount`. */
  readonly results: string;
  /** `#` is what was typed. */
  readonly noResult: Notice;
  readonly clear: string;
  readonly notListed: string;
  /** After "My provider isn't listed"; `#` is the application's name. */
  readonly unlisted: Notice;
  /** There is no provider at all. */
  readonly empty: Notice;
  /** By the state of the window that the login happens in. */
  readonly popup: Readonly<Record<'offered' | 'blocked' | 'waiting' | 'closed', Notice>>;
  /** While that window asks its user for the number that the modal shows. */
  readonly number: Notice;
  /** Opens that window, the first time and again. */
  readonly open: string;
  readonly reopen: string;
  /** Brings that window to the front. */
  readonly show: string;
  /** Does without that window. */
  readonly here: string;
  readonly cancel: string;
  /** The question before leaving, and what leaving means. */
  readonly exit: Notice;
  readonly stay: string;
  readonly leave: string;
  readonly retry: string;
  /** Leads back to the providers. */
  readonly another: string;
  /** Loads the host's page again. */
  readonly reload: string;
  readonly reference: string;
  readonly copy: string;
  readonly copied: string;
  /** In a session, whose backend may still get the code that the page has lost; `#` is the application's name. */
  readonly unconfirmed: Notice;
  /** By the code of an error that ended the flow. `#` is the application's name. */
  readonly errors: ErrorTexts;
}
