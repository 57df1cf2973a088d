import * as v from 'valibot';

/** How many to list at most: 1 to 100, in a query. */
export const pageLimit = v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d?|100)$/)), '25');
