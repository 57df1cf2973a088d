import { describe } from 'vitest';
import { launchChromiumEngine } from '../support/engines/chromium.ts';
import { describeContract } from './contract.ts';

describe('the contract in Chromium', () =>
  describeContract(launchChromiumEngine, { ofModule: 'all' }));
