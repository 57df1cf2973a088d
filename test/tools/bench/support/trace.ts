import type { CDPSession } from 'playwright-core';

/** The fields of a trace event that are read; times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  /** `X` for an event with a duration. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Begin, by the CPU time of the thread. */
  readonly tts?: number;
  /** CPU time of the thread, which excludes the time that other processes take. */
  readonly tdur?: number;
}

/**
 * Traces the browser.
 *
 * @param session - of a page
 * @param categories - of Chromium's events
 * @returns a function that ends the trace and returns its events
 */
export async function recordTrace(
  session: CDPSession,
  categories: string,
): Promise<() => Promise<readonly TraceEvent[]>> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])));
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  return async () => {
    const complete = new Promise<unknown>((resolve) => {
      session.once('Tracing.tracingComplete', resolve);
    });
    await session.send('Tracing.end');
    await complete;
    return events;
  };
}

/** @returns the thread of an event */
export const nameThread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
