// Stryker's settings for one folder of src/sdk: `MUTATED_FOLDER=channel`. test/tools/mutation/run.mjs sets it.
const folder = process.env.MUTATED_FOLDER ?? 'protocol';
const output = 'test/.output/mutation';

export default {
  mutate: [`src/sdk/${folder}/**/*.{ts,tsx}`],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/tools/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // A time-out on a busy machine must not count as a killed mutant.
  timeoutMS: 60_000,
  incremental: true,
  incrementalFile: `${output}/${folder}.incremental.json`,
  tempDirName: `${output}/work`,
  jsonReporter: { fileName: `${output}/${folder}.json` },
  reporters: ['json', 'progress-append-only'],
  ignorePatterns: ['/dist', '/demo/dist', '/test/.output', '/.ci'],
  disableTypeChecks: false,
  allowConsoleColors: false,
};
