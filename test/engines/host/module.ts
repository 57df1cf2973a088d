import { TaxConnect } from 'tax-connect';
import { defineTaxConnectSelector } from 'tax-connect/element';
import { installHost } from './install.ts';

defineTaxConnectSelector();
installHost(TaxConnect);
