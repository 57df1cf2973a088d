import type { Benchmark, TakeSample } from '../benchmark.ts';
import { withHostPage } from '../support/host-page.ts';
import { createRatio } from '../support/ratio.ts';
import type { BenchWorld } from '../support/world.ts';

const contenders = ['hand-written', 'module'];

/** The time of a code from the page's `sendCode` to `onSuccess`, compared with a bare `MessagePort`. */
export const codeBenchmark: Benchmark = {
  name: 'code',
  prepare: (world) => ({
    contenders: Object.fromEntries(contenders.map((name) => [name, createTake(world, name)])),
    report: (samples) => [
      createRatio(samples, {
        label: 'sendCode → onSuccess ÷ bare MessagePort',
        of: ['module', 'oneWayMs'],
        to: ['hand-written', 'oneWayMs'],
      }),
    ],
  }),
};

function createTake(world: BenchWorld, contender: string): TakeSample {
  // The scripted page uses a bare port for the one and `createBridge` for the other.
  const url = world.hostPageUrl(contender, `${world.scriptedConnectUrl}-${contender}`);
  return (context) =>
    withHostPage(context, url, async (page) => {
      const oneWayMs = await page.evaluate(() => globalThis.benchPage?.receiveCode());
      return { oneWayMs: oneWayMs ?? Number.NaN };
    });
}
