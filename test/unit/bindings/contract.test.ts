import { onTestFinished } from 'vitest';
import { describeContract } from '../../support/bindings/describe-contract.ts';
import { openFakeBench } from '../../support/bindings/fake-bench.ts';
import { byExtent } from '../../support/extent.ts';

/*
 * The contract of the bindings without a browser: the frameworks are real, Connect is the fake that applications
 * test with. So the fake, too, does what the contract says. `test/browser/bindings.test.ts` has the real one.
 */

describeContract(
  async (name, fault) => {
    const bench = await openFakeBench(name, fault);
    onTestFinished(() => bench.remove());
    return bench;
  },
  { bindings: byExtent(['react-19'], ['react-19', 'react-18', 'vue', 'svelte', 'element']) },
);
