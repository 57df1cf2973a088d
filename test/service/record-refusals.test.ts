import type { ReadContext, TaxRecord } from 'tax-connect/providers';
import { describe, expect, it, vi } from 'vitest';
import { createGate } from '../support/gate.ts';
import { openTestStore } from './database.ts';
import type { TestService } from './harness.ts';
import { others, servePlugin } from './plugin-service.ts';
import {
  connect,
  createFile,
  createProvider,
  serveConnected,
  taxReturn,
} from './record-provider.ts';
import { moveClock, stopClock } from './stopped-clock.ts';
import { live } from './test-application.ts';
import { readError } from './world.ts';

/* Each refusal of the endpoints for records, with a request that succeeds for comparison. */

const pathOf = { list: '/records', read: '/records/r1', file: '/records/r1/files/f1' } as const;
const paths = Object.values(pathOf);

it('404 for a record and a file that do not exist', async () => {
  const { get, records } = await serveConnected();
  expect(await readError(get('/records/r2'))).toEqual([404, 'not_found']);
  expect(await readError(get('/records/r1/files/f2'))).toEqual([404, 'not_found']);
  records.file.mockResolvedValueOnce({ status: 'not_found' });
  expect(await readError(get('/records/r1/files/f1'))).toEqual([404, 'not_found']);
  expect((await get('/records/r1/files/f1')).status).toBe(200);
});

it.each(['list', 'read', 'file'] as const)('409 login_required is kept: %s', async (method) => {
  const { service, get, records } = await serveConnected();
  service.advance(60_000);
  records[method].mockResolvedValueOnce({ status: 'login_required' });
  expect(await readError(get(pathOf[method]))).toEqual([409, 'login_required']);
  service.advance(60_000);
  for (const other of paths) {
    expect(await readError(get(other))).toEqual([409, 'login_required']);
  }
  expect(records[method]).toHaveBeenCalledTimes(1);
  expect(await (await get('/account')).json()).toMatchObject({
    status: 'login_required',
    status_since: '2023-11-14T22:14:20.000Z',
  });
});

/** Lets `list` wait for the test. */
function hold(records: Awaited<ReturnType<typeof serveConnected>>['records']) {
  const gate = createGate();
  const reading = { now: 0, most: 0 };
  records.list.mockImplementation(async () => {
    reading.now += 1;
    reading.most = Math.max(reading.most, reading.now);
    await gate.opened;
    reading.now -= 1;
    return { status: 'ok', value: { records: [] } };
  });
  return { open: gate.open, reading };
}

/** Starts as many reads as each of these applications has at a time, 4 for each of its 4 people. */
async function occupyProvider(service: TestService, applications: typeof others) {
  const people = await Promise.all(
    applications.flatMap((application) =>
      [1, 2, 3, 4].map((person) => connect(service, `person ${person}`, application)),
    ),
  );
  return people.flatMap(({ get }) => Array.from({ length: 4 }, () => get('/records')));
}

const statusesOf = async (reads: readonly (Response | Promise<Response>)[]) =>
  new Set((await Promise.all(reads)).map(({ status }) => status));

describe('429', () => {
  it('for the 105th read of an account: 4 read at a time, and 100 wait', async () => {
    const { get, records } = await serveConnected();
    const { open, reading } = hold(records);
    const began = performance.now();
    const reads = Array.from({ length: 105 }, () => get('/records'));
    const refused = await Promise.race(reads);
    open();
    const served = await Promise.all(reads);

    // At once, and not when the others have waited for too long.
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect(await readError(refused)).toEqual([429, 'rate_limited']);
    expect(served.filter(({ status }) => status === 200)).toHaveLength(104);
    expect(reading.most).toBe(4);
    expect((await get('/records')).status).toBe(200);
  });

  it.each([
    ['65th read of a provider', others, 64],
    ['17th read of an application at a provider', [live, ...others.slice(0, 1)], 32],
  ])('for the %s at a time', { tags: ['threat-65'] }, async (_, applications, most) => {
    const { service, records } = await serveConnected();
    const { open, reading } = hold(records);
    const reads = await occupyProvider(service, applications);
    const last = await connect(service, 'the last one');
    await vi.waitFor(() => expect(reading.now).toBe(most));
    stopClock();
    const refused = await moveClock(last.get('/records'));
    vi.useRealTimers();
    open();

    expect(refused.value.headers.get('Retry-After')).toBe('1');
    expect(await readError(refused.value)).toEqual([429, 'rate_limited']);
    expect(await statusesOf(reads)).toEqual(new Set([200]));
    expect(reading.most).toBe(most);
    expect((await last.get('/records')).status).toBe(200);
  });

  it('for a read that has waited 20 seconds for its turn', async () => {
    const { get, records } = await serveConnected();
    // Four files that are read slowly keep their places.
    const gate = createGate();
    const wait = () => gate.opened;
    records.file.mockImplementation(
      async () => createFile(Buffer.from('%PDF'), 1, { wait }).answer,
    );
    const files = await Promise.all(Array.from({ length: 4 }, () => get('/records/r1/files/f1')));
    stopClock();
    const { value: refused, seconds } = await moveClock(get('/records'));
    vi.useRealTimers();
    gate.open();
    const texts = await Promise.all(files.map((file) => file.text()));

    expect(seconds).toBeGreaterThanOrEqual(20);
    expect(seconds).toBeLessThan(25);
    expect(await readError(refused)).toEqual([429, 'rate_limited']);
    expect(texts).toEqual(['%PDF', '%PDF', '%PDF', '%PDF']);
    expect((await get('/records')).status).toBe(200);
  });
});

describe('501', () => {
  it.each(paths)('%s at a provider without records', async (path) => {
    const { plugin } = createProvider();
    const { records, ...bare } = plugin;
    const store = await openTestStore();
    const { token, get } = await connect(await servePlugin(plugin, store));
    const refused = await (await servePlugin(bare, store)).asOwner(token).get(path);
    expect(await readError(refused)).toEqual([501, 'not_supported']);
    expect((await get(path)).status).toBe(200);
    expect(records.list.mock.calls.length + records.read.mock.calls.length).toBeGreaterThan(0);
  });

  it('for a file at a provider without files, and after its plug-in was removed', async () => {
    const { plugin } = createProvider();
    const { file: _, ...withoutFiles } = plugin.records;
    const store = await openTestStore();
    const { token } = await connect(await servePlugin(plugin, store));
    const notSupported = [501, 'not_supported'];

    const bare = (await servePlugin({ ...plugin, records: withoutFiles }, store)).asOwner(token);
    expect(await readError(bare.get('/records/r1/files/f1'))).toEqual(notSupported);
    expect((await bare.get('/records/r1')).status).toBe(200);
    const other = { ...plugin, info: { ...plugin.info, id: 'other' } };
    const gone = (await servePlugin(other, store)).asOwner(token);
    expect(await readError(gone.get('/records'))).toEqual(notSupported);
  });
});

describe('502', () => {
  it.each([
    ['list', undefined, null],
    ['list', 7, '7'],
    ['read', 0.2, '1'],
    ['file', 86_400, '86400'],
    ['list', 172_800, '86400'],
    ['read', -3, '1'],
  ] as const)('%s fails, and the provider asks for %s s', async (method, seconds, header) => {
    const { get, records } = await serveConnected();
    const outcome = { status: 'failed', retryAfterSeconds: seconds } as const;
    records[method].mockResolvedValueOnce(outcome);
    const refused = await get(pathOf[method]);
    expect(refused.headers.get('Retry-After')).toBe(header);
    expect(await readError(refused)).toEqual([502, 'provider_failed']);
    expect((await get(pathOf[method])).status).toBe(200);
  });

  it('a renewal fails, and the provider asks for some time', async () => {
    const { get, plugin, state } = await serveConnected();
    const refresh = vi.spyOn(plugin, 'refresh');
    refresh.mockResolvedValueOnce({ status: 'failed', retryAfterSeconds: 9 } as never);
    state.valid = 2;
    const refused = await get('/records');
    expect(refused.headers.get('Retry-After')).toBe('9');
    expect(await readError(refused)).toEqual([502, 'provider_failed']);
    expect((await get('/records')).status).toBe(200);
  });

  const cancel = vi.fn();

  it.each([
    ['another media type', { mediaType: 'text/html', body: new ReadableStream({ cancel }) }],
    ['no stream', { mediaType: 'application/pdf', body: '%PDF' }],
    ['text instead of bytes', createPdf((controller) => controller.enqueue('%PDF'))],
    ['a stream that fails', createPdf((controller) => controller.error(new Error('closed')))],
  ])('a file with %s', async (what, value) => {
    const { get, records } = await serveConnected();
    records.file.mockResolvedValueOnce({ status: 'ok', value } as never);
    expect(await readError(get('/records/r1/files/f1'))).toEqual([502, 'provider_failed']);
    expect((await get('/records/r1/files/f1')).status).toBe(200);
    // It would keep its connection to the provider.
    if (what === 'another media type') expect(cancel).toHaveBeenCalledOnce();
  });

  it.each<[string, object]>([
    ['an unknown type', { type: 'receipt' }],
    ['a year of one person', { tax_year: '2024' }],
    ['no jurisdiction', { jurisdiction: 'Texas' }],
    ['a date in words', { filed_at: 'in April' }],
    ['a control character in its name', { name: 'Form\r\n1040' }],
    ['a missing list of files', { files: undefined }],
    ['a file of 26 MiB', { files: [{ ...taxReturn.files[0], bytes: 26 * 1024 * 1024 }] }],
    ['data that cannot be JSON', { data: 1n }],
    ['more than 25 MiB of data', { data: 'x'.repeat(25 * 1024 * 1024) }],
  ])('a record with %s', async (_, wrong) => {
    const { get, records } = await serveConnected();
    const value = { ...taxReturn, ...wrong } as TaxRecord;
    records.read.mockResolvedValueOnce({ status: 'ok', value });
    expect(await readError(get('/records/r1'))).toEqual([502, 'provider_failed']);
    expect((await get('/records/r1')).status).toBe(200);
  });
});

const forever = () => new Promise<never>(() => {});
const silent = { mediaType: 'application/pdf', body: new ReadableStream<Uint8Array>() };

it.each<[string, (typeof paths)[number], Partial<Record<'list' | 'read' | 'file', unknown>>]>([
  ['list', '/records', { list: forever }],
  ['read', '/records/r1', { read: forever }],
  ['the record of a file', '/records/r1/files/f1', { read: forever }],
  ['file', '/records/r1/files/f1', { file: forever }],
  [
    'the first byte of a file',
    '/records/r1/files/f1',
    { file: async () => ({ status: 'ok', value: silent }) },
  ],
  [
    'the first byte of a file, whose record took long',
    '/records/r1/files/f1',
    {
      read: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20_000));
        return { status: 'ok', value: taxReturn };
      },
      file: forever,
    },
  ],
])('504 after 30 seconds without %s', async (_, path, hanging) => {
  const { get, records } = await serveConnected();
  const signals: AbortSignal[] = [];
  for (const [method, work] of Object.entries(hanging)) {
    const plan = (_request: unknown, { signal }: ReadContext) => {
      signals.push(signal);
      return (work as () => unknown)();
    };
    records[method as 'list'].mockImplementationOnce(plan as never);
  }
  stopClock();
  const { value: refused, seconds } = await moveClock(get(path));
  vi.useRealTimers();

  expect(await readError(refused)).toEqual([504, 'provider_timeout']);
  expect(seconds).toBeGreaterThanOrEqual(30);
  expect(seconds).toBeLessThan(35);
  if (hanging.list) expect(signals[0]?.aborted).toBe(true);
  expect((await get(path)).status).toBe(200);
});

function createPdf(start: (controller: ReadableStreamDefaultController) => void) {
  return { mediaType: 'application/pdf', body: new ReadableStream({ start }) };
}

describe('a reader that leaves', () => {
  it('before the plug-in was asked: it is not asked', async () => {
    const { get, records } = await serveConnected();
    await Promise.allSettled([get('/records', { signal: AbortSignal.abort() })]);
    expect(records.list).not.toHaveBeenCalled();
    await get('/records', { signal: new AbortController().signal });
    expect(records.list).toHaveBeenCalledTimes(1);
  });

  it('meanwhile: the signal of the plug-in fires, and no read is counted', async () => {
    const { service, get, records } = await serveConnected();
    const { open, reading } = hold(records);
    const controller = new AbortController();
    const left = get('/records', { signal: controller.signal });
    await vi.waitFor(() => expect(reading.now).toBe(1));
    controller.abort();
    await Promise.allSettled([left]);
    open();
    expect(records.list.mock.calls[0]?.[1].signal.aborted).toBe(true);
    expect(await service.readMetrics()).not.toContain('connect_provider_reads_total{');
  });

  it('while it waits for the provider: its account has all its places again', async () => {
    const { service, records } = await serveConnected();
    const last = await connect(service, 'the last one');
    // The first read of an hour is also stored, so a later one asks for its places sooner.
    await last.get('/records');
    const { open, reading } = hold(records);
    const reads = await occupyProvider(service, others);
    await vi.waitFor(() => expect(reading.now).toBe(64));
    const controller = new AbortController();
    const left = Array.from({ length: 4 }, () =>
      last.get('/records', { signal: controller.signal }),
    );
    // Each of them has got its place of the account when the fifth is there.
    await last.get('/account');
    controller.abort();
    await Promise.allSettled(left);
    open();

    expect(service.readLog()).not.toContain('request failed');
    expect(await statusesOf(reads)).toEqual(new Set([200]));
    stopClock();
    const { value: later } = await moveClock(last.get('/records'));
    expect(later.status).toBe(200);
  });
});
