import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createJobLoop } from '../../../src/connect/service/store/job-loop.ts';
import type { Job } from '../../../src/connect/service/store/jobs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a free place is filled soon, each time, while another job goes on', async () => {
  const begun: string[] = [];
  const waiting = ['long', 'first', 'second', 'third', 'fourth'];
  const loop = createJobLoop<Job>({
    clock: { now: Date.now },
    log: { error: vi.fn() } as never,
    name: 'jobs',
    maxAtOnce: 2,
    leaseMs: 60_000,
    stopMs: 0,
    claim: async ({ count }) =>
      waiting.splice(0, count).map((job_id) => ({ job_id }) as unknown as Job),
    async run({ job_id }) {
      begun.push(job_id);
      await new Promise((resolve) => setTimeout(resolve, job_id === 'long' ? 30_000 : 10));
    },
  });
  loop.start();
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toEqual(['long', 'first']);
  await vi.advanceTimersByTimeAsync(500);
  expect(begun).toEqual(['long', 'first', 'second', 'third', 'fourth']);
  await loop.stop();
});
