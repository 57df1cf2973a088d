import { open, preload } from 'tax-connect';
import { createWithSdk } from './with-sdk.js';

globalThis.benchPage = createWithSdk({ open, preload });
