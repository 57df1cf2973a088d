import { vi } from 'vitest';
import type { HandoffClient } from '../../../src/connect/page/handoff-client.ts';
import type { Problem } from '../../../src/connect/page/problems.ts';
import type { FlowEvent } from '../../../src/connect/shapes/flow-answers.ts';

/** One request for events, as long as it lasts. */
interface Stream {
  readonly signal: AbortSignal;
  say(event: FlowEvent): void;
  end(problem?: Problem): Promise<void>;
}

/** Lets what is due now happen, under fake timers. */
export const settle = () => vi.advanceTimersByTimeAsync(0);

/** @returns a service's events, which say what the test wants, and the requests for them so far */
export function createFakeStreams() {
  const streams: Stream[] = [];
  const listen = vi.fn<HandoffClient['listen']>(
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
