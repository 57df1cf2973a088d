import { afterAll, beforeAll } from 'vitest';

type Ending = Partial<Record<'close' | 'remove' | 'stop', () => unknown>>;

/** Starts something for one test file, and ends it. @returns a stand-in, ready from the first test on */
export function useRunning<Running extends Ending>(
  start: () => Running | Promise<Running>,
): Running {
  let running: Running | undefined;
  beforeAll(async () => {
    running = await start();
  });
  afterAll(async () => {
    await (running?.close ?? running?.remove ?? running?.stop)?.call(running);
  });
  const find = () => {
    if (running) return running;
    throw new Error('The suite is not available before the first test.');
  };
  return new Proxy({} as Running, {
    get: (_, name) => Reflect.get(find(), name),
    set: (_, name, value) => Reflect.set(find(), name, value),
  });
}
