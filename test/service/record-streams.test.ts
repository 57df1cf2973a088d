import type { TaxRecord } from 'tax-connect/providers';
import { describe, expect, it, vi } from 'vitest';
import { isInPluginScope, markForeign } from '../../src/connect/service/providers/plugin-scope.ts';
import { connect, createFile, serveConnected, taxReturn } from './record-provider.ts';
import { moveClock, stopClock } from './stopped-clock.ts';
import { readError, readJson } from './world.ts';

/* Files without an end, answers without a measure, and what happens when the account ends meanwhile. */

const mebibyte = 1024 * 1024;
const filePath = '/records/r1/files/f1';

/**
 * @param bytesInSecond - read at most
 * @returns the number of bytes until the end, and whether the end was an error
 */
async function drain(response: Response, bytesInSecond = Number.POSITIVE_INFINITY) {
  const start = performance.now();
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      const dueMs = (bytes / bytesInSecond) * 1000 - (performance.now() - start);
      if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
    }
    return { bytes, isWhole: true };
  } catch {
    return { bytes, isWhole: false };
  }
}

it('a stray error of a stream is its plug-in’s, and one of the service’s work for it is not', async () => {
  const { plugin, records, service, get } = await serveConnected();
  markForeign([plugin]);
  const inScope: Record<string, boolean> = {};
  const note = (name: string) => {
    inScope[name] = isInPluginScope();
  };
  const { findGrant } = service.store.accounts;
  vi.spyOn(service.store.accounts, 'findGrant').mockImplementation((...account) => {
    note('service');
    return findGrant(...account);
  });
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        note('stream');
        controller.enqueue(new Uint8Array(3));
      },
      cancel: () => note('end of the stream'),
    },
    { highWaterMark: 0 },
  );
  records.file.mockImplementationOnce(async (_, { renewGrant }) => {
    await renewGrant();
    note('plug-in');
    return { status: 'ok', value: { mediaType: 'application/pdf', body } };
  });

  await (await get(filePath)).body?.cancel();

  const ofPlugin = { 'plug-in': true, stream: true, 'end of the stream': true };
  expect(inScope).toEqual({ ...ofPlugin, service: false });
});

describe('a file', () => {
  const open = async (count: number, wait?: () => Promise<void>, bytes = mebibyte) => {
    const { service, get, records } = await serveConnected();
    const file = createFile(new Uint8Array(bytes), count, { wait });
    records.file.mockResolvedValueOnce(file.answer);
    return { ...file, service, get, response: await get(filePath) };
  };

  it('of 25 MiB is passed on', { tags: ['control-55'] }, async () => {
    const { response, cancel } = await open(25);
    expect(await drain(response)).toEqual({ bytes: 25 * mebibyte, isWhole: true });
    expect(cancel).not.toHaveBeenCalled();
  });

  it.each([26, Number.POSITIVE_INFINITY])(
    'of %d MiB ends with an error',
    { tags: ['threat-55'] },
    async (count) => {
      const { response, cancel, sent } = await open(count);
      expect(await drain(response)).toEqual({ bytes: 25 * mebibyte, isWhole: false });
      expect(sent.chunks).toBe(26);
      expect(cancel).toHaveBeenCalledTimes(1);
    },
  );

  it('is asked for as fast as it is read', { tags: ['threat-55'] }, async () => {
    const { response, sent, get } = await open(10);
    await get('/records');
    expect(sent.chunks).toBe(1);
    const reader = response.body?.getReader();
    for (const _ of [1, 2]) await reader?.read();
    expect(sent.chunks).toBeLessThanOrEqual(3);
    await reader?.cancel();
  });

  const seconds = (count: number) => () =>
    new Promise<void>((resolve) => setTimeout(resolve, count * 1000));

  it('that is silent for 30 s fails, and frees its place', { tags: ['threat-55'] }, async () => {
    stopClock();
    const { response, cancel } = await open(2, seconds(3600));
    const drained = await moveClock(drain(response));
    expect(drained.value).toEqual({ bytes: mebibyte, isWhole: false });
    expect(drained.seconds).toBeLessThan(35);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('that comes slowly ends with an error after 30 minutes', { tags: ['threat-55'] }, async () => {
    stopClock();
    const { response, cancel } = await open(64, seconds(29), mebibyte / 4);
    const drained = await moveClock(drain(response), 10_000);
    expect(drained.value.isWhole).toBe(false);
    expect(drained.seconds).toBeGreaterThan(1780);
    expect(drained.seconds).toBeLessThan(1830);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('that comes slowly is passed on within 30 minutes', { tags: ['control-55'] }, async () => {
    stopClock();
    const { response } = await open(61, seconds(29), mebibyte / 4);
    const drained = await moveClock(drain(response), 10_000);
    expect(drained.value).toEqual({ bytes: (61 * mebibyte) / 4, isWhole: true });
    expect(drained.seconds).toBeGreaterThan(1700);
  });

  it('that is read with 15 kB/s is cut off, and logged', { tags: ['threat-65'] }, async () => {
    stopClock();
    const { response, cancel, service, get } = await open(25);
    const drained = await moveClock(drain(response, 15_000), 10_000);
    expect(drained.value.isWhole).toBe(false);
    expect(drained.seconds).toBeGreaterThan(120);
    expect(drained.seconds).toBeLessThan(900);
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(service.readLog()).toContain('the receiver takes less than 16 kB/s');
    vi.useRealTimers();
    expect((await get('/records')).status).toBe(200);
  });

  it('that is read with 17 kB/s may take over 10 minutes', { tags: ['control-65'] }, async () => {
    stopClock();
    const { response } = await open(25);
    const drained = await moveClock(drain(response, 17_000), 10_000);
    expect(drained.value).toEqual({ bytes: 25 * mebibyte, isWhole: true });
    expect(drained.seconds).toBeGreaterThan(1500);
  });

  it('that is not read ends after 30 s, and frees its place', { tags: ['threat-65'] }, async () => {
    const { get, records } = await serveConnected();
    records.file.mockImplementation(async () => createFile(new Uint8Array(mebibyte), 25).answer);
    stopClock();
    // The clock moves slowly, because the database takes longer on a busy machine.
    const unread = await moveClock(Promise.all([1, 2, 3, 4].map(() => get(filePath))), 10);
    const refused = await moveClock(get('/records'), 100);
    const next = await moveClock(get('/records'), 100);

    expect(await readError(refused.value)).toEqual([429, 'rate_limited']);
    expect(next.value.status).toBe(200);
    expect(refused.seconds + next.seconds).toBeLessThan(35);
    // The last one may have begun some seconds after the first one.
    await vi.advanceTimersByTimeAsync(30_000);
    for (const response of unread.value) {
      expect(await drain(response)).toMatchObject({ isWhole: false });
    }
  });
});

describe('a list', () => {
  const listOf = async (count: number, query: string) => {
    const { get, records } = await serveConnected();
    const many = Array<TaxRecord>(count).fill(taxReturn);
    records.list.mockResolvedValueOnce({ status: 'ok', value: { records: many } });
    const start = performance.now();
    const response = await get(`/records${query}`);
    return { response, ms: performance.now() - start };
  };

  it.each([
    ['a million records', 1_000_000, '?limit=100'],
    ['one record more than the default limit', 51, ''],
    ['one record more than the limit', 3, '?limit=2'],
  ])('of %s is a fault of the plug-in', { tags: ['threat-55'] }, async (_, count, query) => {
    const { response, ms } = await listOf(count, query);
    expect(await readError(response)).toEqual([502, 'provider_failed']);
    // A check of each record would take minutes.
    expect(ms).toBeLessThan(5000);
  });

  it.each([
    [100, '?limit=100'],
    [50, ''],
  ])('of %d records is passed on', { tags: ['control-55'] }, async (count, query) => {
    const { response } = await listOf(count, query);
    expect((await readJson(response)).records).toHaveLength(count);
  });
});

it('no read is served after a disconnection', { tags: ['threat-56'] }, async () => {
  const { service } = await serveConnected();
  for (let round = 0; round < 5; round += 1) {
    const { get, post } = await connect(service);
    expect((await get('/records')).status).toBe(200);
    const reads = [get('/records'), get(filePath)];
    const [ended, ...during] = await Promise.all([post('/account/disconnect'), ...reads]);
    expect(ended.status).toBe(204);
    for (const { status } of during) expect([200, 401]).toContain(status);

    for (const path of ['/records', '/records/r1', filePath]) {
      expect((await get(path)).status).toBe(401);
    }
    // An unread file would keep its place.
    await Promise.all(during.map((response) => response.text()));
  }
});
