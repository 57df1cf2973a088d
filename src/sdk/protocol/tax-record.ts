import type { recordTypes } from './words.ts';

/** The kinds of tax records. */
export type RecordType = (typeof recordTypes)[number];

/** A file of a record. */
export interface RecordFile {
  /** Stable within the record, 1 to 255 characters. */
  readonly id: string;
  /** The file's name with its ending, such as `return-2024.pdf`; 1 to 255 characters. */
  readonly name: string;
  /** One of `application/pdf`, `image/png`, `image/jpeg`, `text/csv`, `text/plain`, `application/json` and `application/xml`. */
  readonly media_type: string;
  /** Its size, at most 25 MiB. */
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
  /** `US`, or a state such as `US-CA`. */
  readonly jurisdiction: string;
  /** The tax form, such as `1040` or `W-2`. */
  readonly form: string | null;
  /** The provider's word, such as `filed`. */
  readonly status: string | null;
  /** A date or a time in ISO 8601. */
  readonly filed_at: string | null;
  /** At most 100 files. */
  readonly files: readonly RecordFile[];
}
