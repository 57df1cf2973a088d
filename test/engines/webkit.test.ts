import { describe } from 'vitest';
import { driverFailure, launchWebKitEngine } from '../support/engines/webkit.ts';
import { findWebKit } from '../support/find-browsers.mjs';
import { describeContract } from './contract.ts';

// A browser or a driver that dies says nothing about the contract: once more, in another browser. What
// the pages do wrong is never tried again.
const retry = { count: 1, condition: driverFailure };

// Without the browser these are counted as skipped; test/support/install-browsers.mjs says so, too.
describe.skipIf(findWebKit() === undefined)('the contract in WebKit', { retry }, () =>
  describeContract(launchWebKitEngine),
);
