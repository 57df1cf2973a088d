import type { ReadonlySignal } from '@preact/signals-core';
import type { Provider } from '../protocol/provider.ts';
import type { Messages } from './locales/messages.ts';

/** What the selector is drawn from. */
export interface SelectorView {
  readonly messages: Messages;
  readonly query: ReadonlySignal<string>;
  /** Index of the result that Enter picks, or -1. */
  readonly active: ReadonlySignal<number>;
  /** What the query finds; without a query the popular ones come first. */
  readonly results: readonly Provider[];
  /** The provider being opened, or null, and what its option says meanwhile. */
  readonly busyId: string | null;
  readonly wait: string;
  setQuery(query: string): void;
  select(provider: Provider | undefined): void;
  /** "My provider isn't listed"; not offered without it. */
  readonly onNotListed: (() => void) | undefined;
}
