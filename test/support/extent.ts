/**
 * The extent of a run. `npm test` runs the cases that a change needs, in minutes. `npm run test:long` sets
 * `TEST_EXTENT=long` and runs the same suites with all cases and many more repetitions.
 */
export const isLongRun = process.env.TEST_EXTENT === 'long';

/** True when every attack of a threat runs, even slow ones: in `npm run attack`, and in the long run. */
export const triesThreats = isLongRun || process.env.TEST_EXTENT === 'threats';

/** @returns the value for this run: `npm test` or `npm run test:long` */
export function byExtent<Value>(usual: Value, long: Value): Value {
  return isLongRun ? long : usual;
}
