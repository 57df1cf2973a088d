import type { HTMLAttributes as Attributes } from 'svelte/elements';
import type { ConnectEvent, ConnectExit } from 'tax-connect';
import type {
  TaxConnectButtonAttributes,
  TaxConnectSelectorAttributes,
} from '../element/attributes.ts';
import type { TaxConnectButtonElement } from '../element/tax-connect-button.ts';
import type { TaxConnectSelectorElement } from '../element/tax-connect-selector.ts';

/** Listeners for the events of both elements, by their names in Svelte. */
interface Listeners {
  'ontax-connect-connected'?: ((event: CustomEvent<null>) => void) | undefined;
  'ontax-connect-exit'?: ((event: CustomEvent<ConnectExit>) => void) | undefined;
  'ontax-connect-event'?: ((event: CustomEvent<ConnectEvent>) => void) | undefined;
}

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'tax-connect-button': Attributes<TaxConnectButtonElement> &
      TaxConnectButtonAttributes &
      Listeners;
    'tax-connect-selector': Attributes<TaxConnectSelectorElement> &
      TaxConnectSelectorAttributes &
      Listeners;
  }
}
