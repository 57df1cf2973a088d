import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import {
  type Consent,
  consentRecord,
  type consentsAnswer,
} from '../../../shapes/consent-answers.ts';
import { type ExportFormat, exportFormats } from '../../../shapes/unions.ts';
import { createNoApplication } from '../../applications/checks.ts';
import { answerStream } from '../../http/answer-stream.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithQuery } from '../../http/checks.ts';
import { type Arrival, withFacts } from '../../http/endpoint.ts';
import { limitText, pageQuery, readPage } from '../../http/paging.ts';
import type { Parts } from '../../http/parts.ts';
import { batchSize } from '../../store/batches.ts';
import { consentSearch, describeConsent, readSearch } from '../consent-search.ts';
import type { ConsentSearch } from '../consents.ts';

export const consentsQuery = v.object({
  ...consentSearch.entries,
  ...pageQuery.entries,
  /** The number of records on a page, 1 to 1,000. */
  limit: v.optional(limitText(/^(?:[1-9]\d{0,2}|1000)$/, 1000), '25'),
});

/**
 * `GET …/consents`: a page of the records of consents, newest first. The records of a deleted application are found by
 * its client ID, too. 404 for a client ID that has neither an application nor a record.
 */
export async function listConsents(request: Arrival & WithQuery<typeof consentsQuery>) {
  const { parts, context, query } = request;
  const { clock, store } = parts;
  const { publicClientId, application, search } = await readSearch(request);
  const { rows, last } = await readPage(query.limit, (count) =>
    store.consents.list(publicClientId, { ...search, after: query.after, count }),
  );
  if (rows.length === 0 && !application) throw createNoApplication();
  const present = { now: clock.now(), application };
  return answerJson<Answer<typeof consentsAnswer>>(context, {
    consents: rows.map((row) => describeConsent(row, present)),
    next: last?.consent_id ?? null,
  });
}

export const exportQuery = v.object({
  ...consentSearch.entries,
  format: v.optional(v.picklist(exportFormats), 'csv'),
});

type ExportRequest = Arrival & WithQuery<typeof exportQuery>;

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

/**
 * `GET …/consents/export`: streams all the consents of a search as one file, newest first. If the database fails
 * midway, the connection is broken off, so that a partial file does not look complete. 404 as for `listConsents`.
 */
export const exportConsents = withFacts({ refusals: [404] }, async (request: ExportRequest) => {
  const { parts, context, query } = request;
  const { publicClientId, application, search } = await readSearch(request);
  const present = { now: parts.clock.now(), application };
  const batches = readBatches(parts, publicClientId, search);
  const first = await batches.next();
  if (first.done && !application) throw createNoApplication();
  const encoder = new TextEncoder();
  const write = query.format === 'csv' ? writeCsvRow : writeJsonLine;
  let batch = first;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      if (query.format === 'csv') controller.enqueue(encoder.encode(byteOrderMark + csvHead));
    },
    async pull(controller) {
      if (batch.done) return controller.close();
      const lines = batch.value.map((row) => write(describeConsent(row, present)));
      controller.enqueue(encoder.encode(lines.join('')));
      batch = await batches.next();
    },
  });
  const headers = {
    'Content-Type': mediaTypes[query.format],
    'Content-Disposition': `attachment; filename="consents.${query.format}"`,
    'Cache-Control': 'no-store',
  };
  return answerStream(context, stream, { headers });
});

async function* readBatches({ store }: Parts, publicClientId: string, search: ConsentSearch) {
  for (let after = ''; ; ) {
    const rows = await store.consents.list(publicClientId, { ...search, after, count: batchSize });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < batchSize) return;
    after = last.consent_id;
  }
}

const writeJsonLine = (consent: Consent) => `${JSON.stringify(consent)}\n`;

/** Without this mark at the start, spreadsheets read a CSV file in an old regional encoding. */
const byteOrderMark = '\uFEFF';

/** The columns in their order. The record's other fields follow the first columns. */
const csvColumns = [
  ...new Set([
    ...['consent_id', 'client_id', 'application', 'environment', 'provider_id', 'provider'],
    ...Object.keys(consentRecord),
    ...['granted_at', 'expires_at', 'ended', 'ended_at', 'ended_by'],
  ]),
];

const csvHead = `${csvColumns.join(',')}\r\n`;

/** Writes a row of CSV, as in RFC 4180. Times are in ISO 8601. */
function writeCsvRow({ ended, ...consent }: Consent): string {
  const row: Readonly<Record<string, string | null>> = {
    ...consent,
    shares: consent.shares.join(' '),
    granted_at: formatTime(consent.granted_at),
    expires_at: formatTime(consent.expires_at),
    ended: ended?.how ?? null,
    ended_at: formatTime(ended?.at ?? null),
    ended_by: ended?.by ?? null,
  };
  return `${csvColumns.map((name) => writeCell(row[name] ?? '')).join(',')}\r\n`;
}

/**
 * Writes a cell of CSV. A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as a formula, unless an
 * apostrophe precedes it. These characters get an apostrophe after a separator, too, because some programs split cells
 * at other characters than a comma and ignore the quotes.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function writeCell(text: string): string {
  const safe = text.replaceAll(
    /(?<=(?:^|[,;|\t\r\n])[\s"]*)(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g,
    "'",
  );
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function formatTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
