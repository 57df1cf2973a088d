import { describe, expect, it, onTestFinished } from 'vitest';
import type { BindingName, Fault } from '../../support/bindings/build-app.ts';
import { type Bench, contract, findCase } from '../../support/bindings/contract.ts';
import { openFakeBench } from '../../support/bindings/fake-bench.ts';
import { noFault, plantedFaults, sentences } from '../../support/bindings/planted-faults.ts';
import { byExtent, isLongRun } from '../../support/extent.ts';

/*
 * The contract of the bindings without a browser: the frameworks are real, Connect is the fake that applications
 * test with. So the fake, too, does what the contract says. `test/browser/bindings.test.ts` has the real one.
 */

async function openBench(name: BindingName, fault?: Fault): Promise<Bench> {
  const bench = await openFakeBench(name, fault);
  onTestFinished(() => bench.remove());
  return bench;
}

const usual = ['react-19'] as const;
const all = ['react-19', 'react-18', 'vue', 'svelte', 'element'] as const;

describe.each(byExtent<readonly BindingName[]>(usual, all))('%s', (name) => {
  it.each(Object.keys(contract))('%s', async (sentence) => {
    const bench = await openBench(name);
    await findCase(sentence)(bench);
    if (!sentence.startsWith('throws')) expect(bench.problems).toEqual([]);
  });
});

describe.runIf(isLongRun)('a fault that is planted into the core', () => {
  it.each(plantedFaults)('fails the contract: %s', async (_, sentence, fault) => {
    await expect(findCase(sentence)(await openBench('react-19', fault))).rejects.toThrow();
  });

  it('is what fails it: without one, the same source passes', async () => {
    for (const sentence of Object.values(sentences)) {
      await findCase(sentence)(await openBench('react-19', noFault));
    }
  });
});
