import type { HTMLAttributes as Attributes } from 'svelte/elements';
import type {
  ElementEvent,
  TaxConnectButtonAttributes,
  TaxConnectSelectorAttributes,
} from '../element/attributes.ts';
import type { TaxConnectButtonElement } from '../element/tax-connect-button.ts';
import type { TaxConnectSelectorElement } from '../element/tax-connect-selector.ts';

type Listeners = {
  [Name in ElementEvent as `on${Name}`]?: ((event: HTMLElementEventMap[Name]) => void) | undefined;
};

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
