import type { DefineComponent, HTMLAttributes } from 'vue';
import type {
  TaxConnectButtonAttributes,
  TaxConnectSelectorAttributes,
} from '../element/attributes.ts';

declare module 'vue' {
  interface GlobalComponents {
    'tax-connect-button': DefineComponent<HTMLAttributes & TaxConnectButtonAttributes>;
    'tax-connect-selector': DefineComponent<HTMLAttributes & TaxConnectSelectorAttributes>;
  }
}
