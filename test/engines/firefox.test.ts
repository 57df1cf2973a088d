import { describe } from 'vitest';
import { launchFirefoxEngine } from '../support/engines/firefox.ts';
import { findFirefox } from '../support/find-browsers.mjs';
import { describeContract } from './contract.ts';

// Without the browser, these tests count as skipped; test/support/install-browsers.mjs reports it, too.
describe.skipIf(findFirefox() === undefined)('the contract in Firefox', () =>
  describeContract(launchFirefoxEngine, { ofModule: 'main' }),
);
