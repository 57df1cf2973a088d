import { BaseSequencer, type TestSpecification } from 'vitest/node';
import config from '../../../vitest.config.ts';
import { folders } from './folders.mjs';

/** Files that need seconds each. They do not run for a mutant that a faster test notices. */
const slowTests = ['open', 'developer-warnings', 'start', 'ways-out', 'exactly-once'].map(
  (name) => `/unit/host/${name}.test.ts`,
);

class SlowTestsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      slowTests.findIndex((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

const unit = config.test?.projects?.find(
  (project) =>
    typeof project === 'object' && 'test' in project && project.test?.name === 'unit-isolated',
);
if (typeof unit !== 'object' || !('test' in unit))
  throw new Error('vitest.config.ts has no project `unit-isolated`.');

/** The project `unit-isolated` as in `npm test`, with only those files that test one folder. */
export default {
  ...unit,
  test: {
    ...unit.test,
    include: (folders[process.env.MUTATED_FOLDER ?? ''] ?? []).map(
      (name) => `test/unit/${name}/**/*.test.{ts,tsx}`,
    ),
    setupFiles: ['test/tools/mutation/fixed-seed.ts'],
    tags: config.test?.tags,
    sequence: { sequencer: SlowTestsLast },
  },
};
