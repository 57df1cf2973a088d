import type { recordTypes } from './words.ts';

/** The kinds of tax records. */
export type RecordType = (typeof recordTypes)[number];

/** A file of a record. */
export interface RecordFile {
  /** Stable within the record, 1 to 255 characters. */
  readonly id: string;
  /** The file's name with its ending, such as `return-2024.pdf`; 1 to 255 characters. */
  readonly name: string;
  /** `application/pdf`, `application/json`, `application/xml`, `image/png`, `image/jpeg`, `text/csv` or `text/plain` */
  readonly media_type: string;
  /** The file's size in bytes, at most 25 MiB. */
  readonly bytes: number;
}

/** A tax record, as applications get it. */
export interface TaxRecord {
  /** Stable for this account, 1 to 255 characters. */
  readonly id: string;
  readonly type: RecordType;
  /** A name for people, such as `Form 1040, 2024`; 1 to 200 characters. */
  readonly name: string;
  readonly tax_year: number;
  /** A country such as `US`, or a state such as `US-CA`. */
  readonly jurisdiction: string;
  /** The tax form, such as `1040` or `W-2`, or null. */
  readonly form: string | null;
  /** The provider's own word for the state of the record, such as `filed`, or null. */
  readonly status: string | null;
  /** When the record was filed: a date, or a date with a time, in ISO 8601; or null. */
  readonly filed_at: string | null;
  /** At most 100 files. */
  readonly files: readonly RecordFile[];
}
