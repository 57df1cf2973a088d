import { isOneOf, isText, readOwn } from '../protocol/record.ts';
import { parseChoice, parseList, parseNullable, parseShape } from '../protocol/shape.ts';
import { recordTypes } from '../protocol/words.ts';

/** The kinds of tax records. */
export type RecordType = (typeof recordTypes)[number];

const mediaTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'text/plain',
  'application/json',
  'application/xml',
] as const;
/** The media types of files. Browsers execute none of them. */
export type RecordMediaType = (typeof mediaTypes)[number];

/** A file of a record. */
export interface RecordFile {
  readonly id: string;
  /** The file's name with its ending, such as `return-2024.pdf`. */
  readonly name: string;
  readonly mediaType: RecordMediaType;
  /** The file's size in bytes, as the provider states it. */
  readonly bytes: number;
}

/** A tax record. */
export interface TaxRecord {
  /** Stable for this account. */
  readonly id: string;
  readonly type: RecordType;
  /** A name for people, such as `Form 1040, 2024`. */
  readonly name: string;
  readonly taxYear: number;
  /** `US`, or a state such as `US-CA`. */
  readonly jurisdiction: string;
  /** The tax form, such as `1040` or `W-2`. */
  readonly form: string | null;
  /** The provider's word, such as `filed`. */
  readonly status: string | null;
  /** ISO 8601, a date such as `2025-04-01`, or a time. */
  readonly filedAt: string | null;
  readonly files: readonly RecordFile[];
  /** The provider's structured content, any JSON. Only `readRecord` returns it. */
  readonly data?: unknown;
}

/** A page of records. */
export interface RecordList {
  readonly records: readonly TaxRecord[];
  /** The `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

const parseAnyText = (value: unknown) => (isText(value, 8192) ? value : undefined);
const parseId = (value: unknown) => (value === '' ? undefined : parseAnyText(value));
const parseWholeNumber = (value: unknown) => (Number.isInteger(value) ? Number(value) : undefined);
/** The JSON of a large list is limited elsewhere. */
const unlimited = Number.POSITIVE_INFINITY;

const fileShape = {
  id: parseId,
  name: parseAnyText,
  media_type: parseChoice(...mediaTypes),
  bytes: parseWholeNumber,
};

const recordShape = {
  id: parseId,
  type: parseChoice(...recordTypes),
  name: parseAnyText,
  tax_year: parseWholeNumber,
  jurisdiction: parseAnyText,
  form: parseNullable(parseAnyText),
  status: parseNullable(parseAnyText),
  filed_at: parseNullable(parseAnyText),
  files: parseList(parseFile, unlimited),
};

const listShape = {
  records: parseList(parseRecord, unlimited),
  next_cursor: parseNullable(parseAnyText),
};

/** @returns the list; undefined when the body is not a list */
export function parseRecords(body: unknown): RecordList | undefined {
  const list = parseShape(body, listShape);
  return list && { records: list.records, nextCursor: list.next_cursor };
}

/** @returns the record; undefined when the value is not a record */
export function parseRecord(value: unknown): TaxRecord | undefined {
  const json = parseShape(value, recordShape);
  if (!json) return undefined;
  const { tax_year: taxYear, filed_at: filedAt, ...same } = json;
  const data = readOwn(value, 'data');
  return { ...same, taxYear, filedAt, ...(data === undefined ? {} : { data }) };
}

function parseFile(value: unknown): RecordFile | undefined {
  const json = parseShape(value, fileShape);
  if (!json) return undefined;
  const { media_type: mediaType, ...same } = json;
  return { ...same, mediaType };
}

/** @returns whether files may have this media type */
export function isMediaType(value: unknown): value is RecordMediaType {
  return isOneOf(value, mediaTypes);
}
