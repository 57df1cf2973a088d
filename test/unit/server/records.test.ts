import { describe, expect, it } from 'vitest';
import { listRecords, openFile, RecordsError, readRecord } from '../../../src/sdk/server.ts';
import { accessToken, catchError, createService } from './support.ts';

const baseUrl = 'https://connect.example/v1/';
const record = {
  id: 'r/1',
  type: 'return',
  name: 'Form 1040, 2024',
  tax_year: 2024,
  jurisdiction: 'US',
  form: '1040',
  status: null,
  filed_at: '2025-04-01',
  files: [{ id: 'f1', name: 'return.pdf', media_type: 'application/pdf', bytes: 3 }],
};
const { tax_year: taxYear, filed_at: filedAt, ...unchanged } = record;
const parsed = {
  ...{ ...unchanged, taxYear, filedAt },
  files: [{ id: 'f1', name: 'return.pdf', mediaType: 'application/pdf', bytes: 3 }],
};
const page = { records: [record], next_cursor: 'c2' };
const attachment = {
  'Content-Type': 'application/pdf',
  'Content-Disposition': `attachment; filename="return.pdf"; filename*=UTF-8''return.pdf`,
};
const answerFile = (body: BodyInit | null = '%PDF', headers: object = {}) =>
  new Response(body, { headers: { ...attachment, ...headers } });

const asking = (respond: () => Response | Promise<Response>) => {
  return { baseUrl, accessToken, fetch: createService(respond) };
};
/** A body that is made as it is read. */
const createStream = (pull: (controller: ReadableStreamDefaultController) => void) =>
  new ReadableStream({ pull }, { highWaterMark: 0 });
const file = { recordId: 'r/1', fileId: 'f1' };

const refuse = (work: Promise<unknown>) => catchError(RecordsError, work);

describe('listRecords', () => {
  it('reads a list of more than 64 kB', async () => {
    const records = Array.from({ length: 100 }, () => ({ ...record, name: 'n'.repeat(2000) }));
    const list = await listRecords(asking(() => Response.json({ records, next_cursor: null })));
    expect(list.records).toHaveLength(100);
  });

  it.each([
    ['no list', { ...page, records: {} }],
    ['no cursor', { records: [] }],
    ['an unknown type', { ...page, records: [{ ...record, type: 'x' }] }],
    ['a year in a text', { ...page, records: [{ ...record, tax_year: '2024' }] }],
    ['a file without a size', { ...page, records: [{ ...record, files: [{}] }] }],
  ])('refuses %s', async (_, body) => {
    const error = await refuse(listRecords(asking(() => Response.json(body))));
    expect(error).toMatchObject({ code: 'bad_response', retryable: false });
  });
});

it.each(['', '.', '..', 'a\nb', '\ud800'])(
  'refuses the ID %j before it sends a request',
  async (wrong) => {
    const options = asking(() => Response.json(record));
    const errors = [
      await refuse(readRecord({ ...options, recordId: wrong })),
      await refuse(openFile({ ...options, ...file, fileId: wrong })),
    ];
    expect(errors.map(({ code }) => code)).toEqual(['invalid_options', 'invalid_options']);
    expect(options.fetch).not.toHaveBeenCalled();
  },
);

describe('readRecord', () => {
  it('keeps the ID one segment of the path, and reads the data', async () => {
    const data = { wages: 50_000 };
    const options = asking(() => Response.json({ ...record, data }));

    expect(await readRecord({ ...options, recordId: 'r/1?a#b' })).toEqual({ ...parsed, data });
    expect(options.fetch.mock.calls[0]?.[0]).toBe(`${baseUrl}records/r%2F1%3Fa%23b`);
  });
});

describe('openFile', () => {
  it('gives name, media type and bytes', async () => {
    const options = asking(() => answerFile());

    const { body, ...rest } = await openFile({ ...options, ...file });

    expect(rest).toEqual({ name: 'return.pdf', mediaType: 'application/pdf' });
    expect(await new Response(body).text()).toBe('%PDF');
    const empty = await openFile({ ...asking(() => answerFile(null)), ...file });
    expect(await new Response(empty.body).text()).toBe('');
    expect(options.fetch.mock.calls[0]?.[0]).toBe(`${baseUrl}records/r%2F1/files/f1`);
  });

  it.each([
    [`attachment; filename="_.pdf"; filename*=UTF-8''%C3%BC.pdf`, 'ü.pdf'],
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    [`attachment; filename="x"; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`, 'passwd'],
    [`attachment; filename="x"; filename*=UTF-8''C%3A%5Ca.pdf`, 'a.pdf'],
  ])('reads the name of %s', async (disposition, name) => {
    const respond = () => answerFile('%PDF', { 'Content-Disposition': disposition });
    expect((await openFile({ ...asking(respond), ...file })).name).toBe(name);
  });

  it.each([
    ['a media type that a browser runs', { 'Content-Type': 'text/html' }],
    ['a file to be shown', { 'Content-Disposition': 'inline; filename="a.pdf"' }],
    ['a path as a name', { 'Content-Disposition': `attachment; filename*=UTF-8''..%2F..` }],
    ['a broken name', { 'Content-Disposition': `attachment; filename*=UTF-8''%ff` }],
    ['a name of two lines', { 'Content-Disposition': `attachment; filename*=UTF-8''a%0Ab` }],
  ])('refuses %s', async (_, headers) => {
    const error = await refuse(openFile({ ...asking(() => answerFile('x', headers)), ...file }));
    expect(error.code).toBe('bad_response');
  });

  it.each([
    ['maxBytes', 1000, { maxBytes: 10_000 }],
    ['25 MiB', 2.5 * 1024 * 1024, {}],
  ])('reads as much as the receiver takes, and stops at %s', async (_, bytes, options) => {
    let pulled = 0;
    const endless = createStream((controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(bytes));
      if (pulled > 100) controller.close();
    });
    const { body } = await openFile({ ...asking(() => answerFile(endless)), ...file, ...options });
    expect(pulled).toBeLessThan(2);
    const error = await refuse(new Response(body).arrayBuffer());

    expect(error).toMatchObject({ code: 'too_large', retryable: false });
    expect(pulled).toBe(11);
  });

  it('ends with an error when the bytes stop: at the time-out, by the signal, by the service', async () => {
    /** Like `fetch`, the body fails when the signal aborts. */
    const open = async (options: object, failure?: Error) => {
      const send: typeof fetch = async (_, init) =>
        answerFile(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new Uint8Array(3));
              controller.enqueue(new Uint8Array(4));
              const { signal } = init ?? {};
              signal?.addEventListener('abort', () => controller.error(signal.reason));
              if (failure) controller.error(failure);
            },
          }),
        );
      return await openFile({ baseUrl, accessToken, fetch: send, ...file, ...options });
    };
    const stopper = new AbortController();
    const slow = await open({ timeoutMs: 20 });
    const stopped = await open({ signal: stopper.signal });
    const lost = await open({}, new TypeError('terminated'));
    // The clock runs only while the receiver waits, and not between its reads.
    const reader = slow.body.getReader();
    for (const length of [3, 4]) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect((await reader.read()).value).toHaveLength(length);
    }
    const late = await refuse(reader.read());
    stopper.abort();
    const codes = [late.code];
    for (const { body } of [stopped, lost])
      codes.push((await refuse(new Response(body).text())).code);
    expect(codes).toEqual(['timeout', 'aborted', 'network_error']);
  });

  it.each<[string, (body: ReadableStream) => Promise<unknown>]>([
    ['the receiver cancels', (body) => body.cancel()],
    ['the file is too large', (body) => refuse(new Response(body).text())],
    ['the last byte has come', (body) => new Response(body).text()],
  ])('ends the request when %s', async (reason, act) => {
    const maxBytes = reason === 'the file is too large' ? 1 : 4;
    let signal: AbortSignal | null | undefined;
    const send: typeof fetch = async (_, init) => {
      signal = init?.signal;
      return answerFile();
    };
    const { body } = await openFile({ baseUrl, accessToken, fetch: send, ...file, maxBytes });
    const before = signal?.aborted;
    await act(body);
    expect([before, signal?.aborted]).toEqual([false, true]);
  });
});
