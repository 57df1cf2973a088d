import * as v from 'valibot';

/** What a query says about the page that it wants. */
export const pageQuery = v.object({
  /** What the page before answered as `next`; '': from the start. */
  after: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  /** How many to list at most: 1 to 100. */
  limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d?|100)$/)), '25'),
});

/** One page of a list. */
interface Page<Row> {
  readonly rows: readonly Row[];
  /** Whether there is another page. */
  readonly hasMore: boolean;
}

/**
 * @param limit - of the query
 * @param list - reads at most so many rows
 * @returns the page
 */
export async function readPage<Row>(
  limit: string,
  list: (count: number) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const size = Number(limit);
  // One more than is shown says whether there is another page.
  const found = await list(size + 1);
  return { rows: found.slice(0, size), hasMore: found.length > size };
}
