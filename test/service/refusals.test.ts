import { beforeEach, expect, it } from 'vitest';
import type { TestOperator } from './dashboard-harness.ts';
import { openTestStore } from './database.ts';
import { createEndpointWorld, listEndpoints } from './endpoint-requests.ts';
import type { TestService } from './harness.ts';
import { adminToken, credentials, introspectionSecret, publicUrl } from './test-application.ts';
import { asAdmin, authorization, bearer, readJson } from './world.ts';

/* The refusals of every row of `app.ts`. That each answers a good request is in `every-endpoint.test.ts`. */

/** An endpoint, with an address in the place of its pattern, and the headers of a caller who may use it. */
interface Row {
  readonly name: string;
  readonly method: string;
  readonly address: string;
  readonly headers: Record<string, string>;
}

let service: TestService;
let operator: TestOperator;
let token: string;
let rows: readonly Row[];

beforeEach(async () => {
  const world = await createEndpointWorld(await openTestStore());
  ({ service, operator } = world);
  ({ token } = await service.connectSandbox());
  const hook = { url: 'http://localhost:9/hooks', types: 'all' };
  const added = await service.admin.post('applications/test_app/webhooks/add', hook);
  const { webhook_id } = await readJson(added);
  rows = listEndpoints(service).map((name) => {
    const [method = '', path = ''] = name.split(' ');
    const address = path
      .replace(':client_id', 'test_app')
      .replace(':provider_id', 'sandbox')
      .replace(':webhook_id', String(webhook_id))
      .replace(/:\w+(\{.*?\})?/g, 'x');
    return { name, method, address, headers: findHeaders(address) };
  });
});

const isForPage = ({ address }: Row) => address.startsWith('/connect/flow/');
const isForDashboard = ({ address }: Row) => address.startsWith('/dashboard/api/');
const isForProgram = ({ address }: Row) =>
  /^\/(?:admin|auth|account|records|events|providers|sandbox|connect\/sessions)\b/.test(address);

/** The dashboard's rows have the handlers of the admin API. */
const takesJson = ({ method, address }: Row) =>
  method === 'POST' && !/^\/auth\/(?:revoke|introspect)$|\/disconnect$|^\/dashboard/.test(address);

function findHeaders(address: string): Record<string, string> {
  if (address.startsWith('/admin/')) return asAdmin;
  if (address === '/auth/introspect') return bearer(introspectionSecret);
  if (/^\/(?:account|records)/.test(address)) return bearer(token);
  if (/^\/(?:events|providers|connect\/sessions)/.test(address)) return authorization;
  if (address.startsWith('/connect/flow/')) return { Origin: publicUrl };
  if (!address.startsWith('/dashboard/api/')) return {};
  return { Origin: publicUrl, Cookie: operator.cookie, 'X-CSRF-Token': operator.csrfToken };
}

/** The secrets that open one endpoint or another. */
const listSecrets = () => [
  ...[adminToken, introspectionSecret, credentials.client_secret, token].map(bearer),
  authorization,
];

/** The expected answer. `words` of its description tell it from another refusal with the same error. */
type Expected = readonly [status: number, error: string, words?: string];

/** @returns the answers that differ from the expected one, or that another site could read */
async function findOthers(
  chosen: readonly Row[],
  init: RequestInit,
  [status, error, words = '']: Expected,
): Promise<readonly string[]> {
  const others: string[] = [];
  for (const { name, method, address, headers } of chosen) {
    // An empty value leaves the row's header out.
    const all = Object.entries({ ...headers, ...(init.headers as Record<string, string>) });
    const sent = all.filter(([, value]) => value !== '');
    const answer = await service.app.request(address, { method, ...init, headers: sent });
    const isOpen = [...answer.headers.keys()].join().includes('access-control');
    const text = await answer.text();
    const isRight = answer.status === status && text.includes(`"error":"${error}"`);
    if (!isRight || !text.includes(words) || isOpen) {
      others.push(`${name}: ${answer.status} ${text.slice(0, 90)}`);
    }
  }
  return others;
}

const json = { 'Content-Type': 'application/json' };
const refuse = (words: string): Expected => [400, 'invalid_request', words];

it.each<[string, Record<string, string>]>([
  ['by Origin', { Origin: 'https://app.example' }],
  ['by Sec-Fetch-Site', { 'Sec-Fetch-Site': 'same-origin' }],
])('an endpoint for programs refuses a browser %s', { tags: ['threat-25'] }, async (_, headers) => {
  const programs = rows.filter(isForProgram);
  expect(programs.length).toBeGreaterThan(60);
  const expected = [403, 'invalid_request'] as const;
  const preflight = { method: 'OPTIONS', headers };
  expect(await findOthers(programs, { headers: { ...headers, ...json } }, expected)).toEqual([]);
  expect(await findOthers(programs, preflight, expected)).toEqual([]);
});

it('an endpoint refuses other methods, and names its own', async () => {
  const others: string[] = [];
  for (const address of new Set(rows.map((row) => row.address))) {
    const own = rows.filter((row) => row.address === address);
    const allowed = own.map(({ method }) => method);
    const method = ['PUT', 'DELETE', 'POST'].find((one) => !allowed.includes(one)) ?? '';
    const answer = await service.app.request(address, { method, headers: own[0]?.headers ?? {} });
    const named = answer.headers.get('Allow')?.split(', ') ?? [];
    const expected = allowed.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
    const isRight = answer.status === 405 && expected.every((one) => named.includes(one));
    if (!isRight) others.push(`${method} ${address}: ${answer.status} ${named}`);
  }
  expect(others).toEqual([]);
});

it.each<[string, BodyInit, Expected]>([
  ['null', 'null', refuse('must be one JSON object')],
  ['a list', '[{}]', refuse('must be one JSON object')],
  ['broken JSON', '{"client_id":', refuse('not valid JSON')],
  ['a field that is named twice', '{"code":"x","cod\\u0065":"x"}', refuse('a field twice')],
  ['fields in a prototype', '{"__proto__":{"code":"x"}}', [400, 'invalid_request']],
  ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), refuse('not valid JSON in UTF-8')],
  ['U+0000 in a key', '{"a\\u0000":"x"}', [400, 'invalid_request']],
  ['brackets within the limit', '['.repeat(8000) + ']'.repeat(8000), [400, 'invalid_request']],
  ['a body of 1 MB', `{"more":"${'x'.repeat(1_000_000)}"}`, [413, 'invalid_request']],
])('an endpoint for JSON refuses %s', async (_, body, expected) => {
  const chosen = rows.filter(takesJson);
  expect(chosen.length).toBeGreaterThan(40);
  expect(await findOthers(chosen, { headers: json, body }, expected)).toEqual([]);
});

it.each<[string, Record<string, string>]>([
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['text', { 'Content-Type': 'text/plain' }],
  ['another charset', { 'Content-Type': 'application/json; charset=utf-16' }],
  ['compressed JSON', { ...json, 'Content-Encoding': 'gzip' }],
])('an endpoint for JSON refuses %s', async (_, headers) => {
  // These need no body.
  const chosen = rows.filter(
    (row) =>
      takesJson(row) &&
      !/\/(?:end|create|rotate|end-old|resend)$|\/webhooks\/\w+\/(?:test|remove)$/.test(
        row.address,
      ),
  );
  const body = JSON.stringify({ ...credentials, code: 'x' });
  expect(await findOthers(chosen, { headers, body }, [415, 'invalid_request'])).toEqual([]);
});

it.each<[string, Record<string, string>]>([
  ['another origin', { Origin: 'https://evil.example' }],
  ['an opaque origin', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
  ['a page of the same site', { Origin: '', 'Sec-Fetch-Site': 'same-site' }],
  ['no word of its page', { Origin: '' }],
])(
  'an endpoint for the service’s own pages refuses %s',
  { tags: ['threat-31', 'threat-60'] },
  async (_, headers) => {
    const chosen = rows.filter(
      (row) => row.method === 'POST' && (isForPage(row) || isForDashboard(row)),
    );
    expect(chosen.length).toBeGreaterThan(50);
    const init = { headers: { ...headers, ...json } };
    expect(await findOthers(chosen, init, [403, 'invalid_request'])).toEqual([]);
  },
);

it.each([
  ['without its token', ''],
  ['with the token of another sign-in', 'a'.repeat(64)],
])('the dashboard refuses a change %s', { tags: ['threat-31'] }, async (_, csrfToken) => {
  const chosen = rows.filter(
    (row) => row.method === 'POST' && isForDashboard(row) && !row.address.endsWith('sign-in'),
  );
  expect(chosen.length).toBeGreaterThan(25);
  const init = { headers: { ...json, 'X-CSRF-Token': csrfToken } };
  expect(await findOthers(chosen, init, [403, 'invalid_request'])).toEqual([]);
});

it('an endpoint of the dashboard refuses those who have not signed in', async () => {
  const chosen = rows.filter(
    (row) => isForDashboard(row) && !/sign-in$|\/session$/.test(row.address),
  );
  const init = { headers: { ...json, Cookie: '' } };
  expect(await findOthers(chosen, init, [401, 'session_expired'])).toEqual([]);
});

it('an endpoint refuses missing, wrong and others’ secrets', { tags: ['threat-44'] }, async () => {
  const others: string[] = [];
  const chosen = rows.filter(({ headers }) => 'Authorization' in headers);
  for (const row of chosen) {
    const { name, method, address, headers } = row;
    const body = takesJson(row) ? '{}' : new URLSearchParams({ token });
    const own = headers.Authorization ?? '';
    const near = ['', 'Bearer wrong', 'Basic wrong', `${own}x`, own.slice(0, -2)];
    const foreign = listSecrets().map((one) => one.Authorization);
    for (const Authorization of [...near, ...foreign].filter((one) => one !== own)) {
      const init = {
        method,
        headers: { ...(takesJson(row) && json), Authorization },
        ...(method === 'POST' && { body }),
      };
      const answer = await service.app.request(address, init);
      const isRight = answer.status === 401 && answer.headers.has('WWW-Authenticate');
      if (!isRight) others.push(`${name}: ${answer.status} for ${Authorization}`);
    }
  }
  expect(chosen.length).toBeGreaterThan(50);
  expect(others).toEqual([]);
});

it('an endpoint for sessions, records, events, providers, operators and the sandbox refuses an unknown name', async () => {
  const chosen = rows.filter(({ address }) =>
    /^\/(?:admin|connect\/sessions|records|events|providers|sandbox)\b/.test(address),
  );
  const others: string[] = [];
  for (const { name, method, address, headers } of chosen) {
    const fields = address.startsWith('/sandbox') ? credentials : {};
    const answer =
      method === 'GET'
        ? await service.get(`${address}?nonsense=1`, headers)
        : await service.post(address, { ...fields, nonsense: '1' }, headers);
    const description = String((await readJson(answer)).error_description);
    const isRight = answer.status === 400 && description.startsWith('nonsense is not a field');
    if (!isRight) others.push(`${name}: ${answer.status} ${description}`);
  }
  expect(chosen.length).toBeGreaterThan(40);
  expect(others).toEqual([]);
});

it.each<[string, object | undefined, string]>([
  [
    '/connect/sessions',
    { provider_id: 'sandbox' },
    'provider_id is not a field of this request. Did you mean provider_ids?',
  ],
  [
    '/connect/sessions',
    { 'a"b': 1 },
    'a?b is not a field of this request. There are client_id, client_secret, ',
  ],
  ['/events?limits=5', undefined, 'Did you mean limit?'],
])('%s with %j: the answer says what there is', async (path, fields, says) => {
  const answer = fields
    ? await service.post(path, fields, authorization)
    : await service.get(path, authorization);

  expect([answer.status, await readJson(answer)]).toEqual([
    400,
    { error: 'invalid_request', error_description: expect.stringContaining(says) },
  ]);
});
