import type { CDPSession } from 'playwright-core';

/** The fields of a trace event that are read; times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread, which excludes the time that other processes take. */
  readonly tdur?: number;
}

const categories = 'toplevel,devtools.timeline,disabled-by-default-devtools.timeline';

/**
 * Watches the tasks of a page's main thread, and of the frames in it that run script in separate processes.
 *
 * @param session - of a page that runs script while it is watched
 * @returns a function that ends the trace and returns the CPU time of the longest task, in milliseconds
 */
export async function watchLongestTask(session: CDPSession): Promise<() => Promise<number>> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])));
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  return async () => {
    const complete = new Promise<unknown>((resolve) => {
      session.once('Tracing.tracingComplete', resolve);
    });
    await session.send('Tracing.end');
    await complete;
    const nameThread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const main = new Set(events.filter(({ name }) => name === 'FunctionCall').map(nameThread));
    if (!main.size) throw new Error('Chromium traced no script.');
    const tasks = events.filter(
      (event) => event.name.endsWith('RunTask') && main.has(nameThread(event)),
    );
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
  };
}
