import type { HTMLAttributes as Attributes } from 'svelte/elements';
import type { ConnectEvent, ConnectExit } from 'tax-connect';
import type { TaxConnectButtonAttributes } from '../element/attributes.ts';
import type { TaxConnectButtonElement } from '../element/tax-connect-button.ts';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'tax-connect-button': Attributes<TaxConnectButtonElement> &
      TaxConnectButtonAttributes & {
        'ontax-connect-connected'?: ((event: CustomEvent<null>) => void) | undefined;
        'ontax-connect-exit'?: ((event: CustomEvent<ConnectExit>) => void) | undefined;
        'ontax-connect-event'?: ((event: CustomEvent<ConnectEvent>) => void) | undefined;
      };
  }
}
