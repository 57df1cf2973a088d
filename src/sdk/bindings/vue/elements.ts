import type { DefineComponent, HTMLAttributes } from 'vue';
import type { TaxConnectButtonAttributes } from '../element/attributes.ts';

declare module 'vue' {
  interface GlobalComponents {
    'tax-connect-button': DefineComponent<HTMLAttributes & TaxConnectButtonAttributes>;
  }
}
