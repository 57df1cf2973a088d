// Renamed, because the original names in the declaration below would mean React's own types.
import type { DetailedHTMLProps as ElementProps, HTMLAttributes as GlobalProps } from 'react';
import type {
  ElementListeners,
  TaxConnectButtonAttributes,
  TaxConnectSelectorAttributes,
} from '../element/attributes.ts';
import type { TaxConnectButtonElement } from '../element/tax-connect-button.ts';
import type { TaxConnectSelectorElement } from '../element/tax-connect-selector.ts';

type InReact<Element, Attributes> = ElementProps<GlobalProps<Element>, Element> &
  Attributes &
  ElementListeners;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'tax-connect-button': InReact<TaxConnectButtonElement, TaxConnectButtonAttributes>;
      'tax-connect-selector': InReact<TaxConnectSelectorElement, TaxConnectSelectorAttributes>;
    }
  }
}
