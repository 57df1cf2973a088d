import { vi } from 'vitest';

// By default, `vi.waitFor` gives up after one second, which a busy machine may need for any step. A passing test does
// not wait. See also `patience` in `vitest.config.ts`.
const { waitFor } = vi;
vi.waitFor = (callback, options = 15_000) => waitFor(callback, options);
