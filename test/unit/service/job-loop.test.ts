import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createJobLoop } from '../../../src/connect/service/store/job-loop.ts';
import type { Job } from '../../../src/connect/service/store/jobs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createJob = (job_id: string) => ({ job_id }) as unknown as Job;

type Parts = Parameters<typeof createJobLoop<Job>>[0];

function createLoop(parts: Pick<Parts, 'claim' | 'run'> & Partial<Parts>) {
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
    claim: async ({ count }) => waiting.splice(0, count).map(createJob),
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

it('a stop waits for jobs that are being claimed after another one', async () => {
  const ended: string[] = [];
  const waiting = [['first'], ['last']];
  const { loop } = createLoop({
    stopMs: 1000,
    async claim() {
      if (ended.length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
      return (waiting.shift() ?? []).map(createJob);
    },
    async run({ job_id }) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      ended.push(job_id);
    },
  });
  await vi.advanceTimersByTimeAsync(1150);
  const stopped = loop.stop().then(() => [...ended]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await stopped).toEqual(['first', 'last']);
  expect(vi.getTimerCount()).toBe(0);
});
