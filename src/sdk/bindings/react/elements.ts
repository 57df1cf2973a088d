// Renamed, because the original names in the declaration below would mean React's own types.
import type { DetailedHTMLProps as ElementProps, HTMLAttributes as GlobalProps } from 'react';
import type {
  ElementListeners,
  TaxConnectButtonAttributes,
  TaxConnectSelectorAttributes,
} from '../element/attributes.ts';
import type { TaxConnectButtonElement } from '../element/tax-connect-button.ts';
import type { TaxConnectSelectorElement } from '../element/tax-connect-selector.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'tax-connect-button': ElementProps<
        GlobalProps<TaxConnectButtonElement>,
        TaxConnectButtonElement
      > &
        TaxConnectButtonAttributes &
        ElementListeners;
      'tax-connect-selector': ElementProps<
        GlobalProps<TaxConnectSelectorElement>,
        TaxConnectSelectorElement
      > &
        TaxConnectSelectorAttributes &
        ElementListeners;
    }
  }
}
