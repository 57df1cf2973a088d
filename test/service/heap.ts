import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** @returns bytes of the heap that are still in use */
export function measureHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
