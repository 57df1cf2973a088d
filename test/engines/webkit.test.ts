import { describe } from 'vitest';
import { driverFailure, launchWebKitEngine } from '../support/engines/webkit.ts';
import { findWebKit } from '../support/find-browsers.mjs';
import { describeContract } from './contract.ts';

// A crash of a browser or driver does not count as a failure: the test runs once more, in another browser.
// Errors of the pages are never retried.
const retry = { count: 1, condition: driverFailure };

// Without the browser, these tests count as skipped; test/support/install-browsers.mjs reports it, too.
describe.skipIf(findWebKit() === undefined)('the contract in WebKit', { retry }, () =>
  // Its driver sometimes loses an answer of a popup.
  describeContract(launchWebKitEngine, { ofModule: 'few', shortSurfaces: ['frame'] }),
);
