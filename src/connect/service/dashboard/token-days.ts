import * as v from 'valibot';
import { dayCountRule, isDayCount } from '../basics/day-count.ts';

/** The lifetime of access tokens, in days. */
export const tokenDays = v.pipe(v.number(), v.check(isDayCount, dayCountRule));
