import { describe } from 'vitest';
import { launchChromiumEngine } from '../support/engines/chromium.ts';
import { describeContract } from './contract.ts';

// In the short run, the browser suites have the other cases.
describe('the contract in Chromium', () =>
  describeContract(launchChromiumEngine, { ofModule: 'few', isReference: true }));
