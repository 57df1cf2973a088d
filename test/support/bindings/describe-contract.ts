import { describe, expect, it } from 'vitest';
import { isLongRun } from '../extent.ts';
import type { BindingName, Fault } from './build-app.ts';
import { type Bench, contract, findCase } from './contract.ts';
import { noFault, plantedFaults, sentences } from './planted-faults.ts';

/** Opens a page with the application of one binding. It is closed after the test. */
export type OpenBench = (name: BindingName, fault?: Fault) => Promise<Bench>;

/** The tested part of the contract. */
interface ContractExtent {
  readonly bindings: readonly BindingName[];
  /** Default: all. */
  readonly sentences?: readonly string[];
}

/**
 * The contract for each binding, and in the long run planted faults that it must find.
 *
 * @param openBench - opens a bench, in a browser or without one
 * @param extent - the extent of the first part
 */
export function describeContract(openBench: OpenBench, extent: ContractExtent): void {
  describe.each(extent.bindings)('%s', (name) => {
    it.each(extent.sentences ?? Object.keys(contract))('%s', async (sentence) => {
      const bench = await openBench(name);
      await findCase(sentence)(bench);
      if (!sentence.startsWith('throws')) expect(bench.problems).toEqual([]);
    });
  });

  describe.runIf(isLongRun)('a fault that is planted into the core', () => {
    it.each(plantedFaults)('fails the contract: %s', async (_, sentence, fault) => {
      await expect(findCase(sentence)(await openBench('react-19', fault))).rejects.toThrow();
    });

    it('is the cause: without it, the same source passes', async () => {
      for (const sentence of Object.values(sentences)) {
        await findCase(sentence)(await openBench('react-19', noFault));
      }
    });
  });
}
