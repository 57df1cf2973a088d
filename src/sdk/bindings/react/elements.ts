// Renamed, because inside the declaration below the same names mean React's private ones.
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
