import { createHash } from 'node:crypto';
import type { ProviderRecords, ReadContext, TaxRecord } from 'tax-connect/providers';
import type { Clock } from '../basics/clock.ts';

interface SimulatedRecord {
  readonly record: TaxRecord;
  readonly data?: unknown;
  readonly pdf?: Uint8Array<ArrayBuffer>;
}

/** The records of a test, which replace the usual ones. Undefined for the usual ones. */
export interface PlannedRecords {
  readonly list: readonly PlannedRecord[] | undefined;
}

/** A record of a test. Each of its files is a page that shows the record's name. */
export type PlannedRecord = TaxRecord & { readonly data?: unknown };

const years = [2024, 2023, 2022];
const slowReadMs = 5000;

/** The grant of `user_relogin`. Other simulated users have none. */
export interface SimulatedGrant {
  readonly expiresAt: number;
}

/**
 * Creates the records of the simulated providers. A person has the same records every time. The clock delays reads of
 * `user_slow`, and lets the grant of `user_relogin` expire.
 */
export function createSimulatedRecords(clock: Clock, planned?: PlannedRecords): ProviderRecords {
  /** The records by person. They are kept, because the simulated people are few and every read needs their records. */
  const known = new Map<string, readonly SimulatedRecord[]>();
  const findOwn = (person: string) => {
    const records = known.get(person) ?? createRecords(person);
    known.set(person, records);
    return records;
  };
  const find = (person: string) => planned?.list?.map(describePlanned) ?? findOwn(person);

  async function prepare(context: ReadContext): Promise<void> {
    const { grant, subject } = context;
    if (subject === 'user_error') throw new Error('the simulated provider fails for user_error');
    if (subject === 'user_slow') await clock.sleep(slowReadMs);
    const { expiresAt = Number.POSITIVE_INFINITY } = (grant ?? {}) as Partial<SimulatedGrant>;
    if (expiresAt <= clock.now()) await context.renewGrant();
  }
  return {
    async list({ taxYear, limit, cursor = '0' }, context) {
      await prepare(context);
      const all = find(context.subject)
        .map(({ record }) => record)
        .filter(({ tax_year }) => taxYear === undefined || tax_year === taxYear);
      const start = Number(cursor) || 0;
      const end = start + limit;
      const next = end < all.length ? { nextCursor: String(end) } : {};
      return { status: 'ok', value: { records: all.slice(start, end), ...next } };
    },
    async read({ recordId }, context) {
      await prepare(context);
      const found = find(context.subject).find(({ record }) => record.id === recordId);
      if (!found) return { status: 'not_found' };
      return { status: 'ok', value: { ...found.record, data: found.data } };
    },
    async file({ recordId, fileId }, context) {
      await prepare(context);
      const found = find(context.subject).find(({ record }) => record.id === recordId);
      if (!found?.pdf) return { status: 'not_found' };
      const file = found.record.files.find(({ id }) => id === fileId);
      const mediaType = file?.media_type ?? 'application/pdf';
      const body = new Blob([found.pdf]).stream();
      return { status: 'ok', value: { mediaType, body } };
    },
  };
}

function describePlanned({ data, ...record }: PlannedRecord): SimulatedRecord {
  return { record, data, pdf: createPdf([record.name]) };
}

function createRecords(person: string): readonly SimulatedRecord[] {
  return years.flatMap((year) => createYear(person, year));
}

/** Creates the records of a tax year: a return with its PDF, one or two forms, and a transcript. */
function createYear(person: string, year: number): readonly SimulatedRecord[] {
  const pick = createPicker(`${person} ${year}`);
  const wages = 42_000 + pick(60_000);
  const interest = 20 + pick(900);
  const tax = Math.round((wages + interest) * 0.14);
  const filedAt = `${year + 1}-0${2 + pick(3)}-${10 + pick(18)}`;
  const common = { tax_year: year, jurisdiction: 'US', status: 'filed', filed_at: filedAt };
  const pdf = createPdf([
    `Form 1040, ${year}`,
    'A simulated tax return of a simulated person.',
    `Wages: ${wages} USD`,
    `Taxable interest: ${interest} USD`,
    `Total tax: ${tax} USD`,
  ]);
  const describe = (
    { type, form, name }: Pick<TaxRecord, 'type' | 'form' | 'name'>,
    data: Readonly<Record<string, string | number>>,
  ): SimulatedRecord => ({
    record: {
      ...common,
      ...{ type, form, files: [] },
      id: `${form ?? type}-${year}`.toLowerCase(),
      name: `${name}, ${year}`,
    },
    data: { tax_year: year, ...data },
  });
  const amounts = { wages, taxable_interest: interest, total_tax: tax };
  const filed = describe({ type: 'return', form: '1040', name: 'Form 1040' }, amounts);
  const file = {
    id: 'pdf',
    name: `form-1040-${year}.pdf`,
    media_type: 'application/pdf',
    bytes: pdf.length,
  };
  const employer = { employer: 'Harbor Bakery LLC', wages };
  const payer = { payer: 'Juniper Savings Bank', taxable_interest: interest };
  const hasInterestForm = year !== 2023;
  return [
    { ...filed, record: { ...filed.record, files: [file] }, pdf },
    describe({ type: 'form', form: 'W-2', name: 'Form W-2' }, employer),
    ...(hasInterestForm
      ? [describe({ type: 'form', form: '1099-INT', name: 'Form 1099-INT' }, payer)]
      : []),
    describe({ type: 'transcript', form: null, name: 'Return transcript' }, amounts),
  ];
}

/** Creates a function that picks whole numbers below `max`. The numbers are the same for the same seed. */
function createPicker(seed: string): (max: number) => number {
  let count = 0;
  return (max) => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() % max;
  };
}

/**
 * Writes a PDF of one page: a title and lines of text, in Latin letters.
 *
 * @see https://www.iso.org/standard/75839.html (ISO 32000-2), section 7.5
 */
function createPdf(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = lines.map((line, index) => {
    const size = index === 0 ? 20 : 12;
    return `/F1 ${size} Tf (${line.replaceAll(/[\\()]/g, '\\$&')}) Tj 0 -24 Td`;
  });
  const content = `BT 72 720 Td ${text.join('\n')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.7\n';
  const offsets: string[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(file.length).padStart(10, '0')} 00000 n \n`);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(`${file}${table}${trailer}`);
}
