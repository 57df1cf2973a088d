// Renamed, because the original names mean React's private types inside the declaration below.
import type { DetailedHTMLProps as ElementProps, HTMLAttributes as GlobalProps } from 'react';
import type { TaxConnectButtonAttributes } from '../element/attributes.ts';
import type { TaxConnectButtonElement } from '../element/tax-connect-button.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'tax-connect-button': ElementProps<
        GlobalProps<TaxConnectButtonElement>,
        TaxConnectButtonElement
      > &
        TaxConnectButtonAttributes;
    }
  }
}
