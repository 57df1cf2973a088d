import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * A weak reference keeps its target until the task ends, and finalizers run in a later task. Requests to a
 * service in this process can take thousands of turns within one task.
 *
 * @returns bytes of the heap in use
 */
export async function measureHeap(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await nextTask();
    collectGarbage();
  }
  return process.memoryUsage().heapUsed;
}
