import type { HTMLAttributes as Attributes } from 'svelte/elements';
import type {
  ElementListeners,
  TaxConnectButtonAttributes,
  TaxConnectSelectorAttributes,
} from '../element/attributes.ts';
import type { TaxConnectButtonElement } from '../element/tax-connect-button.ts';
import type { TaxConnectSelectorElement } from '../element/tax-connect-selector.ts';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'tax-connect-button': Attributes<TaxConnectButtonElement> &
      TaxConnectButtonAttributes &
      ElementListeners;
    'tax-connect-selector': Attributes<TaxConnectSelectorElement> &
      TaxConnectSelectorAttributes &
      ElementListeners;
  }
}
