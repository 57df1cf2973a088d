import { onTestFinished } from 'vitest';
import { describeContract } from '../../support/bindings/describe-contract.ts';
import { openFakeBench } from '../../support/bindings/fake-bench.ts';
import { byExtent } from '../../support/extent.ts';

/*
 * The contract of the bindings without a browser. The frameworks are real; Connect is the fake that
 * applications test with. So this also checks that the fake keeps the contract.
 * `test/browser/bindings.test.ts` checks the real Connect.
 */

describeContract(
  async (name, fault) => {
    const bench = await openFakeBench(name, fault);
    onTestFinished(() => bench.remove());
    return bench;
  },
  { bindings: byExtent(['react-19'], ['react-19', 'react-18', 'vue', 'svelte', 'element']) },
);
