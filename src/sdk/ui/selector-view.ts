import type { JSX } from 'preact';
import type { Provider } from '../protocol/provider.ts';
import type { Messages } from './locales/messages.ts';

/** What the selector is drawn from. */
export interface SelectorView {
  readonly messages: Messages;
  /** Whether there is anything to search in. */
  readonly isEmpty: boolean;
  readonly query: string;
  /** Index of the result that Enter picks, or -1. */
  readonly active: number;
  /** What the query finds; without a query the popular ones come first. */
  readonly results: readonly Provider[];
  /** How many of them are shown. */
  readonly count: number;
  /** Draws the options of the results from one index to before another. */
  drawOptions(from: number, to: number): JSX.Element[];
  /** Whether "My provider isn't listed" was pressed. */
  readonly isUnlisted: boolean;
  setQuery(query: string): void;
  clear(): void;
  showUnlisted(): void;
  /** Ends it all; not offered without it. */
  readonly onClose: (() => void) | undefined;
}
