import base from '../../vite.config.ts';
import { folders } from './folders.mjs';

/** Vitest passes its own mode and command, but nothing here depends on them. */
const config = base({ mode: 'test', command: 'serve' });
const unit = config.test?.projects?.find(
  (project) => typeof project === 'object' && 'test' in project && project.test?.name === 'unit',
);
if (typeof unit !== 'object' || !('test' in unit))
  throw new Error('vite.config.ts has no project `unit`.');

/** The project `unit` as in `npm test`, with only those files that test one folder. */
export default {
  ...unit,
  test: {
    ...unit.test,
    include: (folders[process.env.MUTATED_FOLDER ?? ''] ?? []).map(
      (name) => `test/unit/${name}/**/*.test.{ts,tsx}`,
    ),
    // It weakens the source by its text, which Stryker has changed.
    exclude: ['test/unit/server/weakened-callback.test.ts'],
    setupFiles: ['test/mutation/fixed-seed.ts'],
  },
};
