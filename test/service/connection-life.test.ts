import { describe, expect, it } from 'vitest';
import {
  createTestService,
  credentials,
  liveApplication,
  readError,
  readJson,
  testApplication,
} from './harness.ts';
import { servePlugin } from './plugin-service.ts';
import { connect, createProvider, taxReturn } from './record-provider.ts';

/* A plug-in and an application can change a connection in several ways. */

const listOk = { status: 'ok', value: { records: [taxReturn] } } as const;

describe('a grant that a plug-in returns beside a value', () => {
  it('does not replace a newer one', async () => {
    const { plugin, records } = createProvider();
    const { get } = await connect(await servePlugin(plugin));
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

describe('POST /sandbox/accounts/{account_id}/login_required', () => {
  const other = { ...testApplication, client_id: 'other_app' };

  async function prepare() {
    const applications = [testApplication, other, liveApplication];
    const service = await createTestService({ applications });
    const { get, accountId: own } = await service.connectSandbox();
    const require = (fields: object = {}, accountId = own) =>
      service.post(`/sandbox/accounts/${accountId}/login_required`, { ...credentials, ...fields });
    return { service, get, require };
  }

  it('sets the status once, until the person connects the account again', async () => {
    const { service, get, require } = await prepare();
    const before = await readJson(get('/account'));
    service.advance(1000);
    const answers = [await require()];
    service.advance(1000);
    answers.push(await require());
    const ill = await readJson(get('/account'));
    const refused = await get('/records');
    await service.connectSandbox();

    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(before).toMatchObject({ status: 'active', status_since: '2023-11-14T22:13:20.000Z' });
    expect(ill).toMatchObject({
      status: 'login_required',
      status_since: '2023-11-14T22:13:21.000Z',
    });
    expect(await readError(refused)).toEqual([409, 'login_required']);
    expect(await readJson(get('/account'))).toMatchObject({ status: 'active' });
    expect((await get('/records')).status).toBe(200);
  });

  it('is for the own accounts of a test application only', { tags: ['threat-53'] }, async () => {
    const { get, require } = await prepare();
    const { client_id, client_secret } = liveApplication;

    expect(await readError(require({ client_id: other.client_id }))).toEqual([404, 'not_found']);
    expect(await readError(require({}, 'account_0'))).toEqual([404, 'not_found']);
    expect(await readError(require({ client_secret: 'wrong' }))).toEqual([401, 'invalid_client']);
    expect(await readError(require({ client_id, client_secret }))).toEqual([
      403,
      'unauthorized_client',
    ]);
    expect(await readJson(get('/account'))).toMatchObject({ status: 'active' });
  });
});
