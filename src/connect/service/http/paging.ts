import * as v from 'valibot';

export const pageQuery = v.object({
  /** The `next` value of the previous page; an empty text for the first page. */
  after: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d?|100)$/)), '25'),
});

export const pageFields = v.object({
  after: pageQuery.entries.after,
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 25),
});

interface Page<Row> {
  readonly rows: readonly Row[];
  /** The last row of the page, after which the next page begins; undefined when no page follows. */
  readonly last: Row | undefined;
}

/** Reads a page of at most `limit` rows. It requests one more row to find out whether another page follows. */
export async function readPage<Row>(
  limit: string | number,
  list: (count: number) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const size = Number(limit);
  const found = await list(size + 1);
  const rows = found.slice(0, size);
  return { rows, last: found.length > size ? rows.at(-1) : undefined };
}
