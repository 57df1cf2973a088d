import type { CDPSession } from 'playwright-core';
import { nameThread, recordTrace } from './trace.ts';

const categories = 'toplevel,devtools.timeline,disabled-by-default-devtools.timeline';

/**
 * Watches the tasks of a page's main thread, and of the frames in it that run script in separate processes.
 *
 * @param session - of a page that runs script while it is watched
 * @returns a function that ends the trace and returns the CPU time of the longest task, in milliseconds
 */
export async function watchLongestTask(session: CDPSession): Promise<() => Promise<number>> {
  const stop = await recordTrace(session, categories);
  return async () => {
    const events = await stop();
    const main = new Set(events.filter(({ name }) => name === 'FunctionCall').map(nameThread));
    if (!main.size) throw new Error('Chromium traced no script.');
    const tasks = events.filter(
      (event) => event.name.endsWith('RunTask') && main.has(nameThread(event)),
    );
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
  };
}
