import type { ProviderPlugin } from 'tax-connect/providers';
import { getAccount, listRecords, openFile, readRecord } from 'tax-connect/server';
import { describe, expect, it, vi } from 'vitest';
import { createGate } from '../support/gate.ts';
import { openTestStore } from './database.ts';
import { asBackend, createTestService } from './harness.ts';
import { servePlugin } from './plugin-service.ts';
import { connect, createProvider, serveConnected, taxReturn } from './record-provider.ts';
import { readError, readJson } from './world.ts';

describe('GET /records', () => {
  it.each([
    ['return', 'returns'],
    ['transcript', 'transcripts'],
    ['form', 'forms'],
    ['document', 'documents'],
  ] as const)('answers every %s to a consent to %s, and no other record', async (type, share) => {
    const { plugin, records } = createProvider([share]);
    const { get } = await connect(await servePlugin(plugin));
    const all = (['return', 'transcript', 'form', 'document'] as const).map((each) => {
      return { ...taxReturn, id: each, type: each };
    });
    records.list.mockResolvedValue({ status: 'ok', value: { records: all } });
    const response = await get('/records');
    expect(response.status).toBe(200);
    const expected = [{ ...taxReturn, id: type, type }];
    expect(await readJson(response)).toEqual({ records: expected, next_cursor: null });
  });

  it('leaves out what its provider shares no more', async () => {
    const service = await servePlugin(createProvider(['returns', 'transcripts']).plugin);
    const { token } = await connect(service);
    const later = await servePlugin(createProvider(['returns']).plugin, service.store);
    const { read } = later.asOwner(token);
    expect(await read('/records')).toMatchObject({ records: [{ id: 'r1' }] });
  });

  it('asks the plug-in for the tax year, the limit and the cursor', async () => {
    const { get, records } = await serveConnected();
    records.list.mockResolvedValue({ status: 'ok', value: { records: [], nextCursor: 'c2' } });
    const response = await get('/records?tax_year=2023&limit=7&cursor=c1');
    expect(await readJson(response)).toEqual({ records: [], next_cursor: 'c2' });
    expect(records.list.mock.calls[0]?.[0]).toEqual({ taxYear: 2023, limit: 7, cursor: 'c1' });
  });

  it.each([null, undefined])('is on the last page when nextCursor is %s', async (nextCursor) => {
    const { get, records } = await serveConnected();
    records.list.mockResolvedValue({ status: 'ok', value: { records: [], nextCursor } });
    expect(await readJson(get('/records'))).toEqual({ records: [], next_cursor: null });
  });

  it('refuses other queries', async () => {
    const { get } = await serveConnected();
    for (const query of [
      'tax_year=next',
      'tax_year=1899',
      'tax_year=2101',
      'limit=0',
      'limit=101',
      'cursor=',
      `cursor=${'x'.repeat(2001)}`,
      'cursor=..%2F..%2Fadmin',
      'cursor=a%2F..%3B%2Fx',
      'limit=1&limit=2',
    ]) {
      expect(await readError(get(`/records?${query}`)), query).toEqual([400, 'invalid_request']);
    }
    for (const control of ['tax_year=1900', 'tax_year=2100&limit=100']) {
      expect((await get(`/records?${control}`)).status).toBe(200);
    }
  });
});

it('the log has no ID of a record', async () => {
  const { get, service } = await serveConnected();
  await get('/records/ssn-123-45-6789');
  expect(service.readLog()).toContain('"path":"/records/:record_id"');
  expect(service.readLog()).not.toContain('45-6789');
});

it('a failing plug-in is named in the log, with the field, and without the value', async () => {
  const { get, records, service } = await serveConnected();
  const wrong = { ...taxReturn, tax_year: 'the year of Jane Roe' };
  const value = { records: [wrong] } as never;
  records.list.mockResolvedValue({ status: 'ok', value });
  await get('/records');
  expect(service.readLog()).toContain('value.records.0.tax_year: expected number');
  expect(service.readLog()).not.toContain('Jane Roe');
});

describe('a grant', () => {
  const listOk = { status: 'ok', value: { records: [taxReturn] } } as const;
  it('is stored before it is used', { tags: ['threat-56'] }, async () => {
    const { plugin, records, state } = createProvider();
    const store = await openTestStore();
    const { token, get } = await connect(await servePlugin(plugin, store));
    state.valid = 2;
    // The process ends after the renewal, and before it has read with the new grant.
    records.list.mockImplementationOnce(async (_, context) => {
      await context.renewGrant();
      throw new Error('the process has ended');
    });
    expect(await readError(get('/records'))).toEqual([502, 'provider_failed']);
    const after = (await servePlugin(plugin, store)).asOwner(token);
    expect((await after.get('/records')).status).toBe(200);
    expect(state.refreshes).toBe(1);
  });

  const failed = { status: 'failed', grant: { token: 2 } } as const;
  const wrong = { status: 'ok', value: { records: [{}] }, grant: { token: 2 } } as never;

  it.each([
    ['a failed refresh', 'refresh', failed],
    ['a failed list', 'list', failed],
    ['a list with a wrong record', 'list', wrong],
  ] as const)('is kept from %s', async (_, method, outcome) => {
    const { plugin, records, state } = createProvider();
    const refresh = vi.fn<NonNullable<ProviderPlugin['refresh']>>(plugin.refresh);
    const { get } = await connect(await servePlugin({ ...plugin, refresh }));
    state.valid = 2;
    if (method === 'refresh') refresh.mockResolvedValueOnce(outcome);
    else records.list.mockResolvedValueOnce(outcome);

    expect(await readError(get('/records'))).toEqual([502, 'provider_failed']);
    const renewals = refresh.mock.calls.length;
    expect((await get('/records')).status).toBe(200);
    expect(refresh).toHaveBeenCalledTimes(renewals);
  });

  it('that cannot be renewed does not undo a read that has succeeded', async () => {
    const { plugin, records, state } = createProvider();
    const refresh = async () => ({ status: 'failed' }) as const;
    const { get } = await connect(await servePlugin({ ...plugin, refresh }));
    state.valid = 2;
    expect((await get('/records')).status).toBe(502);
    records.list.mockImplementationOnce(async (_, { renewGrant }) => {
      await renewGrant().catch(() => {});
      return listOk;
    });
    expect((await get('/records')).status).toBe(200);
  });

  it('beside the value of a read does not replace a newer one', async () => {
    const { get, records } = await serveConnected();
    const { opened, open } = createGate();
    records.list.mockImplementationOnce(async () => {
      await opened;
      return { ...listOk, grant: { token: 'late' } };
    });
    records.list.mockResolvedValueOnce({ ...listOk, grant: { token: 'newer' } });
    records.list.mockResolvedValueOnce(listOk);
    const late = get('/records');
    await expect.poll(() => records.list.mock.calls.length).toBe(1);
    await get('/records');
    open();
    expect((await late).status).toBe(200);
    await get('/records');

    expect(records.list.mock.lastCall?.[1].grant).toEqual({ token: 'newer' });
  });

  it('beside the value of a read is stored before the application gets that value', async () => {
    const { service, get, records } = await serveConnected();
    records.list.mockResolvedValueOnce({ ...listOk, grant: { token: 1 } });
    const { replaceGrant } = service.store.accounts;
    let isStored = false;
    service.store.accounts.replaceGrant = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await replaceGrant(...given);
      isStored = true;
    };

    expect((await get('/records')).status).toBe(200);
    expect(isStored).toBe(true);
  });
});

it('reads the records, their content and a file with the functions for backends', async () => {
  const service = await createTestService();
  const { baseUrl, fetch } = asBackend(service);
  const options = { baseUrl, fetch, accessToken: (await service.connect()).token };

  const account = await getAccount(options);
  const pages = [await listRecords({ ...options, limit: 2 })];
  for (let { nextCursor } = pages[0] ?? { nextCursor: null }; nextCursor !== null; ) {
    const next = await listRecords({ ...options, limit: 2, cursor: nextCursor });
    pages.push(next);
    nextCursor = next.nextCursor;
  }
  const records = pages.flatMap((page) => page.records);
  // The year has no more than the page.
  const year = await listRecords({ ...options, taxYear: 2023, limit: 3 });
  const taxReturn = records.find(({ files }) => files.length > 0);
  const [file] = taxReturn?.files ?? [];
  const recordId = taxReturn?.id ?? '';
  const content = await readRecord({ ...options, recordId });
  const opened = await openFile({ ...options, recordId, fileId: file?.id ?? '' });
  const bytes = await new Response(opened.body).arrayBuffer();

  expect(account).toMatchObject({ status: 'active', consent: { expiresAt: null } });
  expect(new Set(records.map(({ taxYear }) => taxYear))).toEqual(new Set([2024, 2023, 2022]));
  expect(records).toEqual((await listRecords(options)).records);
  expect(year.records.map(({ taxYear }) => taxYear)).toEqual([2023, 2023, 2023]);
  expect(year.nextCursor).toBeNull();
  expect(content).toMatchObject({ ...taxReturn, data: expect.anything() });
  expect(opened).toMatchObject({ name: file?.name, mediaType: 'application/pdf' });
  expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-');
  expect(bytes.byteLength).toBe(file?.bytes);
});
