import { getAccount, listRecords, openFile, readRecord } from 'tax-connect/server';
import { expect, it } from 'vitest';
import { createTestService, publicUrl, readJson, type TestService } from './harness.ts';

/** The options of an application's backend, whose person is `user_good` at the sandbox. */
async function connect(service: TestService) {
  const code = await service.issueCode();
  const { access_token } = await readJson(service.exchange({ code }));
  const send: typeof fetch = async (input, init) => await service.app.request(String(input), init);
  return { baseUrl: publicUrl, accessToken: String(access_token), fetch: send };
}

it('reads the records, their content and a file with the functions for backends', async () => {
  const options = await connect(await createTestService());

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
