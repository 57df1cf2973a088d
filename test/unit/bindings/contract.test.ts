import { describe, expect, it, onTestFinished } from 'vitest';
import type { BindingName } from '../../support/bindings/build-app.ts';
import { describeContract, readHeard } from '../../support/bindings/contract.ts';
import { openFakeBench } from '../../support/bindings/fake-bench.ts';
import { byExtent } from '../../support/extent.ts';

/*
 * The contract of the bindings without a browser. The frameworks are real; Connect is the fake that
 * applications test with. So this also checks that the fake keeps the contract.
 * `test/browser/bindings.test.ts` checks the real Connect.
 */

const openBench = async (name: BindingName) => {
  const bench = await openFakeBench(name);
  onTestFinished(() => bench.remove());
  return bench;
};

const react = byExtent<BindingName[]>(['react-19'], ['react-19', 'react-18']);
describeContract(openBench, [...react, 'vue', 'svelte', 'element']);

describe.each<BindingName>(['react-19', 'react-18'])('StrictMode of %s', (name) => {
  it.each(['inEffect', 'withCleanUp', 'onlyOnce'])(
    'goes on with the session of an effect that runs twice: %s',
    async (how) => {
      const bench = await openBench(name);

      await bench.callExtra(how);
      await bench.seeSelector();
      const state = await bench.readState('first');
      const heard = await readHeard(bench);
      await bench.allow();

      expect(await bench.countOpen()).toBe(0);
      expect([state, heard]).toEqual([{ isOpen: true, step: 'select', error: null }, []]);
      expect(bench.countSessions()).toBe(1);
      expect(await readHeard(bench)).toEqual(['first strict success 16', 'first strict closed']);
      expect(bench.problems).toEqual([]);
    },
  );

  it('closes a session when its component goes in the task that opened it', async () => {
    const bench = await openBench(name);

    await bench.callExtra('forAMoment');
    await bench.passTime();

    expect(await bench.countOpen()).toBe(0);
    expect(await readHeard(bench)).toEqual(['first strict closed', 'first strict exit closed']);
    expect(bench.countSessions()).toBe(1);
  });
});
