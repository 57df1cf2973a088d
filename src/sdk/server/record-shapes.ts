import { parseCamelCase } from '../protocol/camel-case.ts';
import { readOwn } from '../protocol/record.ts';
import { parseChoice, parseList, parseNullable, parseShape } from '../protocol/shape.ts';
import type { RecordFile as WireFile, TaxRecord as WireRecord } from '../protocol/tax-record.ts';
import { mediaTypes, recordTypes } from '../protocol/words.ts';
import { parseAnyText, parseFilled } from './token-response.ts';

/** The media types that files may have. Browsers execute none of them. */
export type RecordMediaType = (typeof mediaTypes)[number];

/** A file of a record: the `RecordFile` of `tax-connect/providers` in camelCase. */
export interface RecordFile extends Omit<WireFile, 'media_type'> {
  readonly mediaType: RecordMediaType;
}

/** A tax record: the `TaxRecord` of `tax-connect/providers` in camelCase. */
export interface TaxRecord extends Omit<WireRecord, 'tax_year' | 'filed_at' | 'files'> {
  readonly taxYear: WireRecord['tax_year'];
  /** The date when the record was filed, such as `2025-04-01`, or the time, in ISO 8601; or null. */
  readonly filedAt: WireRecord['filed_at'];
  readonly files: readonly RecordFile[];
  /** The provider's structured content, any JSON. Only `readRecord` returns it. */
  readonly data?: unknown;
}

/** One page of a list of tax records. */
export interface RecordList {
  readonly records: readonly TaxRecord[];
  /** The option `cursor` for the next page; null on the last page. */
  readonly nextCursor: string | null;
}

const parseWholeNumber = (value: unknown) => (Number.isInteger(value) ? Number(value) : undefined);
// Lists have no maximum length here, because the length of the whole response is limited.
const unlimited = Number.POSITIVE_INFINITY;

const parseFile = parseCamelCase({
  id: parseFilled,
  name: parseAnyText,
  media_type: parseChoice(...mediaTypes),
  bytes: parseWholeNumber,
});

const recordShape = {
  id: parseFilled,
  type: parseChoice(...recordTypes),
  name: parseAnyText,
  tax_year: parseWholeNumber,
  jurisdiction: parseAnyText,
  form: parseNullable(parseAnyText),
  status: parseNullable(parseAnyText),
  filed_at: parseNullable(parseAnyText),
  files: parseList(parseFile, unlimited),
};

export const parseRecords = parseCamelCase({
  records: parseList(parseRecord, unlimited),
  next_cursor: parseNullable(parseAnyText),
});

export function parseRecord(value: unknown): TaxRecord | undefined {
  const json = parseShape(value, recordShape);
  if (!json) return undefined;
  const { tax_year: taxYear, filed_at: filedAt, ...same } = json;
  const data = readOwn(value, 'data');
  return { ...same, taxYear, filedAt, ...(data === undefined ? {} : { data }) };
}
