import * as v from 'valibot';

/** The paging parameters of a query. */
export const pageQuery = v.object({
  /** The `next` value of the previous page; an empty text for the first page. */
  after: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  /** The maximum number of rows: 1 to 100. */
  limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d?|100)$/)), '25'),
});

/** The paging parameters in the body of a search. */
export const pageFields = v.object({
  after: pageQuery.entries.after,
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 25),
});

/** One page of a list. */
interface Page<Row> {
  readonly rows: readonly Row[];
  /** Whether another page follows. */
  readonly hasMore: boolean;
}

/** @param list - reads at most the given number of rows */
export async function readPage<Row>(
  limit: string | number,
  list: (count: number) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const size = Number(limit);
  // Reads one more row than it returns, to find out whether another page follows.
  const found = await list(size + 1);
  return { rows: found.slice(0, size), hasMore: found.length > size };
}
