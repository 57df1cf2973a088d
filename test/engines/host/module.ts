import { TaxConnect } from 'tax-connect';
import { installHost } from './install.ts';

installHost(TaxConnect);
