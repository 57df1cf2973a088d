import { afterEach, describe, expect, it, vi } from 'vitest';
import { openFile, RecordsError, readRecord } from '../../../src/sdk/server.ts';
import { accessToken, catchError, createService } from './support.ts';

const baseUrl = 'https://connect.example/v1/';
const attachment = {
  'Content-Type': 'application/pdf',
  'Content-Disposition': `attachment; filename="return.pdf"; filename*=UTF-8''return.pdf`,
};
const answerFile = (body: BodyInit | null = '%PDF', headers: object = {}, status = 200) =>
  new Response(body, { headers: { ...attachment, ...headers }, status });

const asking = (respond: () => Response | Promise<Response>) => {
  return { baseUrl, accessToken, fetch: createService(respond) };
};
/** A body that is made as it is read. */
const createStream = (pull: (controller: ReadableStreamDefaultController) => void) =>
  new ReadableStream({ pull }, { highWaterMark: 0 });
const file = { recordId: 'r/1', fileId: 'f1' };

const refuse = (work: Promise<unknown>) => catchError(RecordsError, work);

afterEach(() => void vi.useRealTimers());

it.each(['', '.', '..', 'a\nb', '\ud800'])(
  'refuses the ID %j before it sends a request',
  async (wrong) => {
    const options = asking(() => Response.json({}));
    const errors = [
      await refuse(readRecord({ ...options, recordId: wrong })),
      await refuse(openFile({ ...options, ...file, fileId: wrong })),
    ];
    expect(errors.map(({ code }) => code)).toEqual(['invalid_options', 'invalid_options']);
    expect(options.fetch).not.toHaveBeenCalled();
  },
);

describe('openFile', () => {
  it('gives name, media type and bytes', async () => {
    const { body, ...rest } = await openFile({ ...asking(() => answerFile()), ...file });

    expect(rest).toEqual({ name: 'return.pdf', mediaType: 'application/pdf' });
    expect(await new Response(body).text()).toBe('%PDF');
    const empty = await openFile({ ...asking(() => answerFile(null)), ...file });
    expect(await new Response(empty.body).text()).toBe('');
  });

  it.each([
    [`attachment; filename="_.pdf"; filename*=UTF-8''%C3%BC.pdf`, 'ü.pdf'],
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    [`attachment; filename="x"; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`, 'passwd'],
    [`attachment; filename="x"; filename*=UTF-8''C%3A%5Ca.pdf`, 'a.pdf'],
  ])('reads the name of %s', async (disposition, name) => {
    const headers = {
      'Content-Disposition': disposition,
      'Content-Type': 'text/csv; charset=utf-8',
    };
    const opened = await openFile({ ...asking(() => answerFile('%PDF', headers)), ...file });
    expect(opened).toMatchObject({ name, mediaType: 'text/csv' });
  });

  it.each<[string, object, number?]>([
    ['a media type that a browser runs', { 'Content-Type': 'text/html' }],
    ['a file to be shown', { 'Content-Disposition': 'inline; filename="a.pdf"' }],
    ['a path as a name', { 'Content-Disposition': `attachment; filename*=UTF-8''..%2F..` }],
    ['a broken name', { 'Content-Disposition': `attachment; filename*=UTF-8''%ff` }],
    ['a name of two lines', { 'Content-Disposition': `attachment; filename*=UTF-8''a%0Ab` }],
    ['a part of a file', {}, 206],
  ])('refuses %s', async (_, headers, status = 200) => {
    const respond = () => answerFile('x', headers, status);
    const error = await refuse(openFile({ ...asking(respond), ...file }));
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
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
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
    const codes: string[] = [];
    /** Does not wait, so that a read that never ends fails here at once. */
    const note = (reading: Promise<unknown>) =>
      void refuse(reading).then(({ code }) => codes.push(code));
    const stopper = new AbortController();
    const [usual, slow] = [await open({}), await open({ timeoutMs: 20 })];
    const stopped = await open({ signal: stopper.signal });
    const lost = await open({}, new TypeError('terminated'));

    // The clock runs only while the receiver waits, and not between its reads.
    const reader = slow.body.getReader();
    for (const length of [3, 4]) {
      await vi.advanceTimersByTimeAsync(30);
      expect((await reader.read()).value).toHaveLength(length);
    }
    note(reader.read());
    await vi.advanceTimersByTimeAsync(20);
    expect(codes).toEqual(['timeout']);
    note(new Response(usual.body).text());
    await vi.advanceTimersByTimeAsync(59_999);
    stopper.abort();
    for (const { body } of [stopped, lost]) note(new Response(body).text());
    await vi.advanceTimersByTimeAsync(0);
    expect(codes).toEqual(['timeout', 'aborted', 'network_error']);
    await vi.advanceTimersByTimeAsync(1);
    expect(codes.at(-1)).toBe('timeout');
    expect(vi.getTimerCount()).toBe(0);
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
