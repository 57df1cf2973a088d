import { getAccount, listRecords, openFile, readRecord } from 'tax-connect/server';
import { expect, it } from 'vitest';
import { asBackend, createTestService } from './harness.ts';

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
  const year = await listRecords({ ...options, taxYear: 2023 });
  const taxReturn = records.find(({ files }) => files.length > 0);
  const [file] = taxReturn?.files ?? [];
  const recordId = taxReturn?.id ?? '';
  const content = await readRecord({ ...options, recordId });
  const opened = await openFile({ ...options, recordId, fileId: file?.id ?? '' });
  const bytes = await new Response(opened.body).arrayBuffer();

  expect(account).toMatchObject({ status: 'active', consent: { expiresAt: null } });
  expect(new Set(records.map(({ taxYear }) => taxYear))).toEqual(new Set([2024, 2023, 2022]));
  expect(records).toEqual((await listRecords(options)).records);
  expect(new Set(year.records.map(({ taxYear }) => taxYear))).toEqual(new Set([2023]));
  expect(content).toMatchObject({ ...taxReturn, data: expect.anything() });
  expect(opened).toMatchObject({ name: file?.name, mediaType: 'application/pdf' });
  expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-');
  expect(bytes.byteLength).toBe(file?.bytes);
});
