import { describe } from 'vitest';
import { launchWebKitEngine } from '../support/engines/webkit.ts';
import { findWebKit } from '../support/find-browsers.mjs';
import { describeContract } from './contract.ts';

// Without the browser these are counted as skipped; test/support/install-browsers.mjs says so, too.
describe.skipIf(findWebKit() === undefined)('the contract in WebKit', () =>
  describeContract(launchWebKitEngine),
);
