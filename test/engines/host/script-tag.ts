import type { TaxConnect } from 'tax-connect';
import { installHost } from './install.ts';

declare global {
  interface Window {
    TaxConnect: typeof TaxConnect;
  }
}

installHost(window.TaxConnect);
