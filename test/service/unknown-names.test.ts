import { beforeEach, expect, it } from 'vitest';
import { createTestService, credentials, readJson, type TestService } from './harness.ts';
import { authorization } from './session-harness.ts';

const adminToken = 'a'.repeat(32);
const operator = { Authorization: `Bearer ${adminToken}` };
let service: TestService;

beforeEach(async () => {
  service = await createTestService({ config: { adminToken } });
});

interface Misspelt {
  readonly path: string;
  readonly headers?: Record<string, string>;
  /** Undefined: a GET with the name in the address. */
  readonly fields?: object;
  readonly says: string;
}

const misspelt: readonly Misspelt[] = [
  {
    path: '/connect/sessions',
    headers: authorization,
    fields: { provider_id: 'sandbox' },
    says: 'provider_id is not a field of this request. Did you mean provider_ids?',
  },
  {
    path: '/connect/sessions',
    headers: authorization,
    fields: { 'a"b': 1 },
    says: 'a?b is not a field of this request. There are client_id, client_secret, ',
  },
  {
    path: '/sandbox/authorization_codes',
    fields: { ...credentials, provider: 'sandbox' },
    says: 'Did you mean provider_id?',
  },
  {
    path: '/connect/sessions/cs_1/code',
    headers: authorization,
    fields: { client: 'x' },
    says: 'Did you mean client_id?',
  },
  { path: '/events?limits=5', headers: authorization, says: 'Did you mean limit?' },
  {
    path: '/admin/applications',
    headers: operator,
    fields: { nam: 'A' },
    says: 'Did you mean name?',
  },
  { path: '/admin/audit-log?befor=1', headers: operator, says: 'befor is not a field' },
];

it.each(misspelt)('$path refuses a name that it does not know: $says', async (each) => {
  const { path, headers, fields, says } = each;
  const answer = fields
    ? await service.post(path, fields, headers)
    : await service.app.request(path, { headers: headers ?? {} });

  expect([answer.status, await readJson(answer)]).toEqual([
    400,
    { error: 'invalid_request', error_description: expect.stringContaining(says) },
  ]);
});

it('the token endpoint ignores such a name, as OAuth says', async () => {
  const answer = await service.post('/auth/token', { ...credentials, code: 'x', provider: 'y' });

  expect((await readJson(answer)).error).toBe('invalid_grant');
});
