import type { ProviderPlugin } from 'tax-connect/providers';
import { describe, expect, it, vi } from 'vitest';
import { openTestStore } from './database.ts';
import { servePlugin } from './plugin-service.ts';
import { connect, createProvider, serveConnected, taxReturn } from './record-provider.ts';
import { readError, readJson } from './world.ts';

describe('GET /records', () => {
  it('answers the records that consent covers, and no others', async () => {
    const { get } = await serveConnected();
    const response = await get('/records');
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await readJson(response)).toEqual({ records: [taxReturn], next_cursor: null });
  });

  it('shows the transcripts of a provider that shares them', async () => {
    const { plugin } = createProvider(['returns', 'transcripts']);
    const { get } = await connect(await servePlugin(plugin));
    expect(await readJson(get('/records'))).toMatchObject({
      records: [{ id: 'r1' }, { id: 't1' }],
    });
    expect(await readJson(get('/account'))).toMatchObject({
      consent: { shares: ['returns', 'transcripts'] },
    });
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

  it.each([
    'tax_year=next',
    'limit=0',
    'limit=101',
    'cursor=',
    'cursor=..%2F..%2Fadmin',
    'cursor=a%2F..%3B%2Fx',
    'limit=1&limit=2',
  ])('refuses %s', async (query) => {
    const { get } = await serveConnected();
    expect(await readError(get(`/records?${query}`))).toEqual([400, 'invalid_request']);
  });
});

describe('GET /records/{id} and its files', () => {
  it('answers the record with its data', async () => {
    const { get } = await serveConnected();
    expect(await readJson(get('/records/r1'))).toEqual({
      ...taxReturn,
      data: { wages: 50_000 },
    });
  });

  it('logs no ID of a record', async () => {
    const { get, service } = await serveConnected();
    await get('/records/ssn-123-45-6789');
    expect(service.readLog()).toContain('"path":"/records/:record_id"');
    expect(service.readLog()).not.toContain('45-6789');
  });
});

describe('the log of an account that needs its person', () => {
  const refuseRenewal = async () => ({ status: 'login_required' }) as const;

  /** Reads five times after the provider has ended the grant. @returns the lines that are logged about it */
  async function readWithOldGrant(refresh: NonNullable<ProviderPlugin['refresh']>) {
    const { plugin, state } = createProvider();
    const service = await servePlugin({ ...plugin, refresh });
    const { get } = await connect(service);
    state.valid = 2;
    const reads = Array.from({ length: 5 }, () => get('/records'));
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    const lines = service.readLog().trim().split('\n');
    const logged = lines
      .map((line) => JSON.parse(line) as { level: number; msg: string; provider_id?: string })
      .filter(({ msg, provider_id }) => provider_id === 'fake' && msg !== 'code issued')
      .map(({ level, msg }) => ({ level, msg }));
    return { statuses: [...new Set(statuses)], logged };
  }

  it('has one line about it, and no error, when the provider refuses to renew the grant', async () => {
    const { statuses, logged } = await readWithOldGrant(refuseRenewal);
    expect(statuses).toEqual([409]);
    expect(logged).toEqual([{ level: 30, msg: 'sign-in required' }]);
  });

  it('has an error when the renewal fails', async () => {
    const { statuses, logged } = await readWithOldGrant(() => Promise.reject(new Error('down')));
    expect(statuses).toEqual([502]);
    expect(logged).toContainEqual({ level: 50, msg: 'provider failed' });
  });

  it('has the same line when the plug-in needs the person itself', async () => {
    const { get, records, service } = await serveConnected();
    records.list.mockImplementation(refuseRenewal);
    expect((await get('/records')).status).toBe(409);
    expect(service.readLog().match(/"sign-in required"/g)).toHaveLength(1);
    expect(service.readLog()).not.toContain('provider failed');
  });
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
      return { status: 'ok', value: { records: [taxReturn] } };
    });
    expect((await get('/records')).status).toBe(200);
  });

  it('beside the value of a read does not replace a newer one', async () => {
    const { get, records } = await serveConnected();
    const listOk = { status: 'ok', value: { records: [taxReturn] } } as const;
    let finishSlow = () => {};
    const slow = new Promise<void>((resolve) => {
      finishSlow = resolve;
    });
    records.list.mockImplementationOnce(async () => {
      await slow;
      return { ...listOk, grant: { token: 'late' } };
    });
    records.list.mockResolvedValueOnce({ ...listOk, grant: { token: 'newer' } });
    records.list.mockResolvedValueOnce(listOk);
    const late = get('/records');
    await expect.poll(() => records.list.mock.calls.length).toBe(1);
    await get('/records');
    finishSlow();
    await late;
    await get('/records');

    expect((await late).status).toBe(200);
    expect(records.list.mock.lastCall?.[1].grant).toEqual({ token: 'newer' });
  });
});
