import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createJobLoop } from '../../../src/connect/service/store/job-loop.ts';
import type { Job } from '../../../src/connect/service/store/jobs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createLoop(parts: Pick<Parameters<typeof createJobLoop<Job>>[0], 'claim' | 'run'>) {
  const error = vi.fn();
  const loop = createJobLoop<Job>({
    clock: { now: Date.now },
    log: { error } as never,
    name: 'jobs',
    maxAtOnce: 2,
    leaseMs: 60_000,
    stopMs: 0,
    ...parts,
  });
  loop.start();
  return { loop, error };
}

it('a free place is filled soon, each time, while another job goes on', async () => {
  const begun: string[] = [];
  const waiting = ['long', 'first', 'second', 'third', 'fourth'];
  const { loop } = createLoop({
    claim: async ({ count }) =>
      waiting.splice(0, count).map((job_id) => ({ job_id }) as unknown as Job),
    async run({ job_id }) {
      begun.push(job_id);
      await new Promise((resolve) => setTimeout(resolve, job_id === 'long' ? 30_000 : 10));
    },
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toEqual(['long', 'first']);
  await vi.advanceTimersByTimeAsync(500);
  expect(begun).toEqual(['long', 'first', 'second', 'third', 'fourth']);
  await loop.stop();
});

it('each outage of the database is logged once', async () => {
  let isDown = true;
  const { loop, error } = createLoop({
    async claim() {
      if (isDown) throw new Error('The database is away.');
      return [];
    },
    async run() {},
  });
  await vi.advanceTimersByTimeAsync(3000);
  isDown = false;
  await vi.advanceTimersByTimeAsync(2000);
  isDown = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(error).toHaveBeenCalledTimes(2);
  await loop.stop();
});
