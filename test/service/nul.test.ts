import { describe, expect, it } from 'vitest';
import { createOperator } from './dashboard-harness.ts';
import { createTestService } from './harness.ts';
import { credentials, hostOrigin, nonce, redirectUri } from './test-application.ts';
import { readError } from './world.ts';

// PostgreSQL refuses U+0000 everywhere, and that must not become a 5xx.

type Bodies = readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[];

const backend: Bodies = [
  ['/auth/token', { ...credentials, code: 'x', redirect_uri: redirectUri }],
  [
    '/sandbox/authorization_codes',
    { ...credentials, provider_id: 'sandbox', redirect_uri: redirectUri },
  ],
];
const steps: Bodies = [
  ['start', { origin: hostOrigin, nonce, state: 's' }],
  ['provider', { provider_id: 'sandbox' }],
  ['back', {}],
  ['login', { username: 'user_good', password: 'pass_good' }],
  ['answer', { answer: '123456' }],
  ['consent', { decision: 'allow' }],
];
const one = 'applications/test_app';
const dashboard: Bodies = [
  ['applications', { name: 'Shop', environment: 'test' }],
  [`${one}/rename`, { name: 'Shop' }],
  [`${one}/delete`, { name: 'Shop' }],
  [`${one}/submission-limit`, { submission_limit: '1' }],
  [`${one}/redirect-uris/add`, { redirect_uri: 'https://shop.io/' }],
  [`${one}/redirect-uris/remove`, { redirect_uri: 'https://shop.io/' }],
  [`${one}/origins/add`, { origin: 'https://shop.io' }],
  [`${one}/origins/remove`, { origin: 'https://shop.io' }],
  ['sign-in', { password: 'x' }],
];

/** The fields with U+0000 in each of them in turn: alone, at the end, in the middle. */
const spoil = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).flatMap(([name, value]) =>
    ['\0', `${value}\0`, 'a\0b'].map((spoiled) => ({ ...fields, [name]: spoiled })),
  );

const expectRefusal = async (response: Response | Promise<Response>) => {
  const { status } = await response;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
};

describe('the character U+0000 is refused', () => {
  it.each(backend)('in every field of %s', { tags: ['threat-26'] }, async (path, fields) => {
    const service = await createTestService();

    for (const spoiled of spoil(fields)) await expectRefusal(service.post(path, spoiled));
  });

  it.each(steps)('in every field of the step %s', async (step, fields) => {
    const service = await createTestService();
    const { token: flow_token, send } = await service.startLogin();

    for (const spoiled of spoil({ flow_token, ...fields }))
      await expectRefusal(send(step, spoiled));
  });

  it('in the address of the page', async () => {
    const service = await createTestService();
    const get = (path: string) => service.get(path);

    for (const path of [
      '/connect?client_id=%00',
      '/connect?client_id=test_app%00',
      '/connect?client_id=test_app&redirect_uri=%00',
      '/connect?client_id=test_app&state=%00',
      '/connect/assets/%00',
      '/sdk/%00/%00',
      '/%00',
    ]) {
      await expectRefusal(get(path));
    }
    expect((await get('/connect?client_id=test_app')).status).toBe(200);
  });

  it('in a login, which continues with the next try', { tags: ['control-26'] }, async () => {
    const service = await createTestService();
    const flow = await service.startLogin();

    await expectRefusal(flow.logIn('user_good\0'));

    expect((await flow.logIn()).status).toBe(200);
  });

  it('in every field and address of the dashboard', async () => {
    const operator = await createOperator();
    for (const [path, fields] of dashboard) {
      for (const spoiled of spoil(fields)) await expectRefusal(operator.post(path, spoiled));
    }
    await expectRefusal(operator.get('applications/%00'));
    await expectRefusal(operator.post('applications/a%00/secrets/rotate'));
    expect((await operator.get(one)).status).toBe(200);
  });
});

describe('half a surrogate pair, which UTF-8 cannot encode, is refused instead of replaced', () => {
  it.each(['\ud800', 'a\udfffb', '\udc00\ud800'])('%j in the state of a flow', async (state) => {
    const service = await createTestService();
    const bind = async (of: string) =>
      (await service.bind(hostOrigin, 'test_app', { state: of })).started;

    expect(await readError(bind(state))).toEqual([400, 'invalid_request']);
    expect((await bind('\ud83d\ude00')).status).toBe(200);
  });

  it('in a user name, because two such names would share an account', async () => {
    const flow = await (await createTestService()).startLogin();

    expect(await readError(flow.logIn('user\ud800'))).toEqual([400, 'invalid_request']);
    expect((await flow.logIn()).status).toBe(200);
  });
});
