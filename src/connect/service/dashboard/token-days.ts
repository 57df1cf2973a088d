import * as v from 'valibot';

const rule = 'must be a whole number from 1 to 366';

/** The lifetime of access tokens, in days. */
export const tokenDays = v.pipe(
  v.number(),
  v.integer(rule),
  v.minValue(1, rule),
  v.maxValue(366, rule),
);
