import type { RecordFile, TaxRecord } from 'tax-connect/providers';
import * as v from 'valibot';
import { mediaTypes } from '../../sdk/protocol/words.ts';
import type { FieldsOf } from './fields-of.ts';
import { recordTypes } from './unions.ts';

/** The largest file of a tax record, in bytes. */
export const maxFileBytes = 25 * 1024 * 1024;

/** Text without control characters, which would break headers and logs. */
const textOf = (max: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(max), v.regex(/^[^\p{Cc}\p{Cs}]*$/u));

const file = v.object({
  id: textOf(255),
  name: textOf(255),
  media_type: v.picklist(mediaTypes),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxFileBytes)),
} satisfies FieldsOf<RecordFile>);

/** A tax record, as plug-ins return it and applications get it. */
export const taxRecord = v.object({
  id: textOf(255),
  type: v.picklist(recordTypes),
  name: textOf(200),
  tax_year: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100)),
  jurisdiction: v.pipe(v.string(), v.regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/)),
  form: v.nullable(textOf(50)),
  status: v.nullable(textOf(50)),
  filed_at: v.nullable(
    v.union([v.pipe(v.string(), v.isoDate()), v.pipe(v.string(), v.isoTimestamp())]),
  ),
  files: v.pipe(v.array(file), v.maxLength(100)),
} satisfies FieldsOf<TaxRecord>);

/** `GET /records/{id}`: a record with the provider's structured content. */
export const recordAnswer = v.object({ ...taxRecord.entries, data: v.optional(v.unknown()) });

/** `GET /records`. */
export const recordsAnswer = v.object({
  records: v.array(taxRecord),
  next_cursor: v.nullable(v.string()),
});
