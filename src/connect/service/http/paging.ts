import * as v from 'valibot';
import { describeRange, wholeNumber } from './json-body.ts';

/** Creates the text of a limit in a query. */
export const limitText = (pattern: RegExp, most: number) =>
  v.pipe(v.string(), v.regex(pattern), v.description(describeRange(1, most)));

export const pageQuery = v.object({
  /** The `next` value of the previous page; an empty text for the first page. */
  after: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  limit: v.optional(limitText(/^(?:[1-9]\d?|100)$/, 100), '25'),
});

export const pageFields = v.object({
  after: pageQuery.entries.after,
  limit: v.optional(wholeNumber(1, 100), 25),
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
