import type { BrowserContext } from 'playwright-core';
import type { Benchmark, Row, Sample, TakeSample } from '../benchmark.ts';
import { waitUntilIdle, watchHostCpu, withHostPage } from '../support/host-page.ts';
import { createRatio } from '../support/ratio.ts';
import type { Samples } from '../support/samples.ts';
import type { BenchWorld } from '../support/world.ts';

const contenders = ['hand-written', 'hand-written-list', 'module', 'script-tag'];
const preloading = contenders;

/** From `open()` to `ready`, and what it costs the host, beside a frame and a handshake made by hand. */
export const openBenchmark: Benchmark = {
  name: 'open',
  prepare(world) {
    const cold = contenders.map((name) => [name, createTake(world, name, false)] as const);
    const warm = preloading.map(
      (name) => [`${name}, preloaded`, createTake(world, name, true)] as const,
    );
    return {
      contenders: Object.fromEntries([...cold, ...warm]),
      async warmUp(context) {
        for (const [, take] of cold) await take(context);
      },
      report,
    };
  },
};

function report(samples: Samples): readonly Row[] {
  return [
    ...['module', 'script-tag'].flatMap((name) => compareReady(samples, name)),
    ...['module', 'script-tag'].flatMap((name) => compareHost(samples, name)),
    createRatio(samples, {
      label: 'open → ready, hand-written and preloaded ÷ hand-written cold',
      of: ['hand-written, preloaded', 'readyMs'],
      to: ['hand-written', 'readyMs'],
    }),
    createRatio(samples, {
      label: 'open → selector seen, hand-written list and preloaded ÷ hand-written list cold',
      of: ['hand-written-list, preloaded', 'visibleMs'],
      to: ['hand-written-list', 'visibleMs'],
    }),
  ];
}

function compareReady(samples: Samples, name: string) {
  return [
    createRatio(samples, {
      label: `open → ready, cold, ${name} ÷ hand-written`,
      of: [name, 'readyMs'],
      to: ['hand-written', 'readyMs'],
      aim: 1.05,
    }),
    createRatio(samples, {
      label: `open → ready, preloaded ${name} ÷ hand-written cold`,
      of: [`${name}, preloaded`, 'readyMs'],
      to: ['hand-written', 'readyMs'],
      aim: 0.08,
    }),
    createRatio(samples, {
      label: `open → selector seen, ${name} ÷ hand-written list`,
      of: [name, 'visibleMs'],
      to: ['hand-written-list', 'visibleMs'],
    }),
    createRatio(samples, {
      label: `open → selector seen, preloaded ${name} ÷ hand-written list cold`,
      of: [`${name}, preloaded`, 'visibleMs'],
      to: ['hand-written-list', 'visibleMs'],
      aim: 0.15,
    }),
  ];
}

function compareHost(samples: Samples, name: string) {
  const compare = (measure: string) => ({
    of: [name, measure] as const,
    to: ['hand-written', measure] as const,
  });
  return [
    createRatio(samples, {
      label: `host CPU per open, ${name} ÷ hand-written`,
      ...compare('taskMs'),
      aim: 1.5,
    }),
    createRatio(samples, {
      label: `host CPU per open, ${name} ÷ hand-written list`,
      of: [name, 'taskMs'],
      to: ['hand-written-list', 'taskMs'],
    }),
    createRatio(samples, {
      label: `of it script, ${name} ÷ hand-written`,
      ...compare('scriptMs'),
    }),
  ];
}

function createTake(world: BenchWorld, contender: string, isPreloaded: boolean): TakeSample {
  const url = world.hostPageUrl(contender, world.connectUrl);
  return (context: BrowserContext): Promise<Sample> =>
    withHostPage(context, url, async (page) => {
      if (isPreloaded) {
        await page.evaluate(() => globalThis.benchPage?.preload());
        await waitUntilIdle(page);
      }
      const readCpu = await watchHostCpu(page);
      const before = await readCpu();
      const times = await page.evaluate(() => globalThis.benchPage?.open());
      const after = await readCpu();
      return {
        ...times,
        taskMs: after.taskMs - before.taskMs,
        scriptMs: after.scriptMs - before.scriptMs,
      };
    });
}
