import type { DefineComponent, HTMLAttributes } from 'vue';
import type {
  ElementListeners,
  TaxConnectButtonAttributes,
  TaxConnectSelectorAttributes,
} from '../element/attributes.ts';

type CamelCase<Name extends string> = Name extends `${infer Start}-${infer Rest}`
  ? `${Start}${Capitalize<CamelCase<Rest>>}`
  : Name;

type InCamelCase<Named> = { [Name in keyof Named as CamelCase<Name & string>]: Named[Name] };

/** Vue checks the names of a template in camelCase: `clientId` for `client-id`, `onTaxConnectExit` for a listener. */
type InVue<Attributes> = DefineComponent<
  HTMLAttributes & InCamelCase<Attributes & ElementListeners<'on-'>>
>;

declare module 'vue' {
  interface GlobalComponents {
    'tax-connect-button': InVue<TaxConnectButtonAttributes>;
    'tax-connect-selector': InVue<TaxConnectSelectorAttributes>;
  }
}
