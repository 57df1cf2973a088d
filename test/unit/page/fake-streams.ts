import { vi } from 'vitest';
import type { Problem } from '../../../src/connect/page/problems.ts';
import type { Service } from '../../../src/connect/page/service.ts';
import type { FlowEvent, SessionEvent } from '../../../src/connect/shapes/flow-answers.ts';

/** A request for events that has not ended. */
interface Stream {
  readonly signal: AbortSignal;
  say(event: FlowEvent | SessionEvent): void;
  end(problem?: Problem): Promise<void>;
}

/** Runs everything that is due, under fake timers. */
const settle = () => vi.advanceTimersByTimeAsync(0);

/** @returns a fake event service that the test drives, and its requests so far */
export function createFakeStreams() {
  const streams: Stream[] = [];
  const listen = vi.fn<Service['listen']>(
    (say, signal) =>
      new Promise((resolve) => {
        const end = async (problem?: Problem) => {
          resolve(problem);
          await settle();
        };
        signal.addEventListener('abort', () => resolve(undefined));
        streams.push({ say, end, signal });
      }),
  );
  return { streams, listen };
}
