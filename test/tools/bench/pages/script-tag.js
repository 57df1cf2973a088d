import { createWithSdk } from './with-sdk.js';

globalThis.benchPage = createWithSdk(/** @type {any} */ (globalThis).TaxConnect);
