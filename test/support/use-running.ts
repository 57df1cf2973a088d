import { afterAll, beforeAll } from 'vitest';

/**
 * Registers the hooks that start something for one test file, and close it.
 *
 * @returns a stand-in for it, whose parts are available from the first test on
 */
export function useRunning<Running extends { close(): Promise<void> }>(
  start: () => Promise<Running>,
): Running {
  let running: Running | undefined;
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running?.close());
  return new Proxy({} as Running, {
    get: (_, name) => Reflect.get(running ?? {}, name),
  });
}
