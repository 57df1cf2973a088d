import { isText, matches } from '../protocol/record.ts';
import { type AuthenticatedRequest, requestAuthenticated } from './authenticated-request.ts';
import { type OpenedFile, readFileResponse } from './opened-file.ts';
import { parseRecord, parseRecords, type RecordList, type TaxRecord } from './record-shapes.ts';
import { RecordsError, type RecordsErrorCode } from './request-errors.ts';
import {
  type AccountOptions,
  accountRules,
  optional,
  type Rules,
  wholeNumber,
} from './service-options.ts';

/** The options of every read of tax records. */
export interface ReadOptions extends AccountOptions {
  /**
   * The longest wait for the whole response, in milliseconds; default 60 000. The Connect service itself waits up to
   * 30 seconds for the provider. For a file, `timeoutMs` is the longest wait for the next bytes.
   */
  readonly timeoutMs?: number | undefined;
}

/** The options of {@link listRecords}. */
export interface ListRecordsOptions extends ReadOptions {
  /** Only records of this tax year, such as 2024. Default: all years. */
  readonly taxYear?: number | undefined;
  /** The maximum number of records on one page, 1 to 100; default 50. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the previous page. Default: the first page is returned. */
  readonly cursor?: string | undefined;
}

/** The options of {@link readRecord}. */
export interface ReadRecordOptions extends ReadOptions {
  /** The `id` of a record in a list. */
  readonly recordId: string;
}

/** The options of {@link openFile}. */
export interface OpenFileOptions extends ReadRecordOptions {
  /** The `id` of one of the record's files. */
  readonly fileId: string;
  /** The maximum number of bytes to read; default 25 MiB, which is the most that the Connect service sends. */
  readonly maxBytes?: number | undefined;
}

const listRules: Rules<ListRecordsOptions> = {
  ...accountRules,
  taxYear: wholeNumber(1900, 2100, 'must be a year such as 2024'),
  limit: wholeNumber(1, 100),
  cursor: optional(
    (value) => isText(value, 2000) && value !== '',
    'must be the nextCursor of an earlier answer',
  ),
};
// The IDs `.` and `..` would change the path of the request.
const isId = matches(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]{1,255}$/u);
const readRules: Rules<ReadRecordOptions> = {
  ...accountRules,
  recordId: [isId, 'must be the id of a record'],
};
const fileRules: Rules<OpenFileOptions> = {
  ...readRules,
  fileId: [isId, 'must be the id of a file'],
  maxBytes: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'must be a whole number of at least 1'),
};

const defaultTimeoutMs = 60_000;
// The longest accepted JSON, in bytes. It has room for 25 MiB of content with the escapes of JSON.
const maxAnswerBytes = 32 * 1024 * 1024;
const maxFileBytes = 25 * 1024 * 1024;

/**
 * Lists the tax records of a connected account, the latest tax year first. Records that the person has not allowed
 * are left out, so a page may have fewer records than `limit` although another page follows.
 *
 * @throws RecordsError `login_required` when the person has to connect the account again; `invalid_token`,
 *   `not_supported`, `provider_failed`, `provider_timeout`; and the codes of {@link CommonErrorCode}
 * @example
 * ```ts
 * import { listRecords } from 'tax-connect/server';
 *
 * const account = { baseUrl: 'https://connect.example', accessToken: 'stored_token' };
 * const { records, nextCursor } = await listRecords({ ...account, taxYear: 2024 });
 * for (const { name, form } of records) console.log(name, form);
 * ```
 */
export async function listRecords(options: ListRecordsOptions): Promise<RecordList> {
  const { taxYear, limit, cursor } = options;
  const request = {
    ...reading,
    path: ['records'],
    query: { tax_year: taxYear, limit, cursor },
    expected: 'a list of records',
    parse: parseRecords,
  };
  return await requestAuthenticated(options, request, listRules);
}

/**
 * Reads one tax record, with the provider's structured content.
 *
 * @throws RecordsError as {@link listRecords}; `not_found`; `not_shared` when the person has not allowed this type
 * @example
 * ```ts
 * import { readRecord } from 'tax-connect/server';
 *
 * const account = { baseUrl: 'https://connect.example', accessToken: 'stored_token' };
 * const { data, files } = await readRecord({ ...account, recordId: 'return-2024' });
 * ```
 */
export async function readRecord(options: ReadRecordOptions): Promise<TaxRecord> {
  const path = ['records', options.recordId];
  const request = { ...reading, path, expected: 'a record', parse: parseRecord };
  return await requestAuthenticated(options, request, readRules);
}

/**
 * Opens a file of a tax record, and streams it as fast as you read it. Read `body` to its end, or cancel it.
 *
 * @returns the file's name, media type and bytes. The body ends with a `RecordsError` when the connection is lost
 *   (`network_error`, `timeout`), the signal fires (`aborted`), or the file has more than `maxBytes` (`too_large`)
 * @throws RecordsError as {@link readRecord}
 * @example
 * ```ts
 * import { openFile } from 'tax-connect/server';
 *
 * async function handOver(accessToken: string, recordId: string, fileId: string) {
 *   const baseUrl = 'https://connect.example';
 *   const { body, mediaType } = await openFile({ baseUrl, accessToken, recordId, fileId });
 *   const headers = { 'Content-Type': mediaType, 'Content-Disposition': 'attachment' };
 *   return new Response(body, { headers });
 * }
 * ```
 */
export async function openFile(options: OpenFileOptions): Promise<OpenedFile> {
  const { recordId, fileId, maxBytes = maxFileBytes } = options;
  const request: AuthenticatedRequest<RecordsErrorCode, OpenedFile> = {
    ...failures,
    path: ['records', recordId, 'files', fileId],
    headers: { Accept: '*/*' },
    expected: 'a file',
    open: (response, reading) => readFileResponse(response, { ...reading, maxBytes }),
    parse: () => undefined,
  };
  return await requestAuthenticated(options, request, fileRules);
}

const refusals: Readonly<Record<string, RecordsErrorCode>> = {
  '400 invalid_request': 'invalid_options',
  '401 invalid_token': 'invalid_token',
  '403 not_shared': 'not_shared',
  '404 not_found': 'not_found',
  '409 login_required': 'login_required',
  '409 consent_expired': 'consent_expired',
  '501 not_supported': 'not_supported',
  '502 provider_failed': 'provider_failed',
  '504 provider_timeout': 'provider_timeout',
};

const failures = { refusals, ErrorClass: RecordsError, timeoutMs: defaultTimeoutMs };
const reading = { ...failures, maxBytes: maxAnswerBytes };
