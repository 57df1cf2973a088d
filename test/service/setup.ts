import { afterEach, vi } from 'vitest';
import './check-fetch.ts';
import './guard-transactions.ts';
import { releaseDatabases } from './database.ts';

/* Runs before each file. Its imports are loaded once, because the files of a worker share their modules. */
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await releaseDatabases();
});
