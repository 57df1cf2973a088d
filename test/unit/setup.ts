import { afterAll, vi } from 'vitest';

/* Runs before each file. Files of a worker share the packages and the window, but each has its own copy of our modules. */
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  globalThis.document?.body.replaceChildren();
});
