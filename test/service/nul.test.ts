import { describe, expect, it } from 'vitest';
import { useService } from './harness.ts';
import { credentials, hostOrigin, redirectUri } from './test-application.ts';
import { asAdmin, authorization, readError } from './world.ts';

// PostgreSQL refuses U+0000 everywhere, and that must not become a 5xx.

const service = useService();

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
  it.each([
    ['/auth/token', { ...credentials, code: 'x', redirect_uri: redirectUri }],
    ['/sandbox/authorization_codes', { ...credentials, provider_id: 'sandbox' }],
    ['/admin/applications', { name: 'Shop', environment: 'test' }],
  ])('in every field of %s', { tags: ['threat-26'] }, async (path, fields) => {
    const headers = path.startsWith('/admin') ? asAdmin : {};

    for (const spoiled of spoil(fields)) await expectRefusal(service.post(path, spoiled, headers));
  });

  it('in the path of an address', async () => {
    await expectRefusal(service.get('/connect/sessions/a%00', authorization));
  });

  it('in a login, which continues with the next try', { tags: ['control-26'] }, async () => {
    const flow = await service.startLogin();

    for (const spoiled of spoil({ username: 'user_good', password: 'pass_good' })) {
      await expectRefusal(flow.send('login', spoiled));
    }

    expect((await flow.logIn()).status).toBe(200);
  });
});

// UTF-8 cannot encode it.
it.each(['\ud800', 'a\udfffb', '\udc00\ud800'])(
  'half a surrogate pair is refused instead of replaced, as in the state %j',
  async (state) => {
    const bind = async (of: string) =>
      (await service.bind(hostOrigin, 'test_app', { state: of })).started;

    expect(await readError(bind(state))).toEqual([400, 'invalid_request']);
    expect((await bind('\ud83d\ude00')).status).toBe(200);
  },
);
