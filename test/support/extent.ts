/**
 * How much a run tests. `npm test` runs what a change needs, in minutes; `npm run test:long` sets
 * `TEST_EXTENT=long` and runs the same suites with all their cases and many more repetitions.
 */
export const isLongRun = process.env.TEST_EXTENT === 'long';

/**
 * @param usual - what `npm test` does
 * @param long - what `npm run test:long` does
 * @returns the one for this run
 */
export function byExtent<Value>(usual: Value, long: Value): Value {
  return isLongRun ? long : usual;
}
