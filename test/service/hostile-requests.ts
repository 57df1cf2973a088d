import { credentials, publicUrl } from './test-application.ts';
import { asAdmin, bearer } from './world.ts';

/* Values that are long but allowed, each with a plain request for comparison. The service has the application
   `test_app`. */

/** A path with its query, and the rest of the request. */
export type Sent = readonly [string, RequestInit?];

/** @returns about 15 kB, which is just below the limits of a body and of all headers */
function fill(write: (index: number) => string, separator = ','): string {
  const parts: string[] = [];
  for (let size = 0; size < 15_000; size += separator.length + (parts.at(-1)?.length ?? 0)) {
    parts.push(write(parts.length));
  }
  return parts.join(separator);
}

/** A number in letters, such as `aac`. */
const inLetters = (index: number) =>
  [676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(index / unit) % 26))).join('');
const parameters = fill(inLetters, '&');
const list = (length: number) => Array.from({ length }, (_, index) => inLetters(index));
const browser = (language: string): Sent => [
  '/nowhere',
  { headers: { Accept: 'text/html', 'Accept-Language': language } },
];
const get = (path: string, headers: Record<string, string> = {}): Sent => [path, { headers }];
const post = (path: string, body: object | string, type = 'json'): Sent => [
  path,
  {
    method: 'POST',
    headers: {
      'Content-Type': `application/${type}`,
      ...(path.startsWith('/connect/flow') && { Origin: publicUrl }),
      ...(path.startsWith('/admin') && asAdmin),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  },
];
const withHeader = ([path, init]: Sent, name: string, value: string): Sent => [
  path,
  { ...init, headers: { ...init?.headers, [name]: value } },
];
const basic = (text: string) => ({ Authorization: `Basic ${btoa(text)}` });
const own = basic(`${credentials.client_id}:${credentials.client_secret}`);
const dashboard = '/dashboard/api/session';
const token = { ...credentials, code: 'x' };
const login = { flow_token: 'FLOW', locale: 'nl', username: 'grace', password: 'wrong' };
const webhook = { url: 'https://app.example/hook' };
const returned = `${publicUrl}/connect/return?`;

/**
 * The name of a hostile value, a plain request, and the same one with that value. In a body, `FLOW` stands for the
 * token of a flow at the login of the Sandbox.
 */
export const hostileRequests: readonly (readonly [name: string, plain: Sent, hostile: Sent])[] = [
  ['Accept-Language', browser('nl'), browser(fill(inLetters))],
  ['Accept-Language of commas', browser('nl'), browser(fill(() => ''))],
  ['Accept-Language of one tag', browser('nl'), browser(fill(inLetters, '-'))],
  ['Accept', browser('nl'), get('/nowhere', { Accept: fill((index) => `text/${index}`) })],
  [
    'Accept-Encoding',
    get('/connect/assets/a.js', { 'Accept-Encoding': 'deflate' }),
    get('/connect/assets/a.js', {
      'Accept-Encoding': fill((index) => `${inLetters(index)};q=1`),
    }),
  ],
  [
    'Cookie',
    get(dashboard, { Cookie: 'dashboard-4400=x' }),
    get(dashboard, { Cookie: fill((index) => `dashboard-4400${index}=`, ';') }),
  ],
  [
    'X-Forwarded-For',
    get('/connect?client_id=x', { 'X-Forwarded-For': '1.2.3.4' }),
    get('/connect?client_id=x', { 'X-Forwarded-For': fill(() => '::1') }),
  ],
  ['Authorization', get('/events', own), get('/events', basic(fill(() => '%41', '')))],
  ['access token', get('/account'), get('/account', bearer(fill(() => 'a')))],
  [
    'Referer',
    get('/connect?client_id=test_app'),
    get('/connect?client_id=test_app', { Referer: `https://a.example/${fill(() => '..', '/')}` }),
  ],
  [
    'Idempotency-Key',
    post('/connect/sessions', credentials),
    withHeader(
      post('/connect/sessions', credentials),
      'Idempotency-Key',
      fill(() => 'a', ' '),
    ),
  ],
  ['traceparent', get('/nowhere'), get('/nowhere', { traceparent: `00-${fill(() => 'a', '')}` })],
  ['X-Request-Id', get('/nowhere'), get('/nowhere', { 'X-Request-Id': fill(() => 'a', ':') })],
  [
    'Content-Type',
    post('/auth/token', token),
    post('/auth/token', token, `json${fill(() => ';')}`),
  ],
  ['If-None-Match', get('/docs'), get('/docs', { 'If-None-Match': fill(() => '"a"') })],
  ['Range', get('/docs'), get('/docs', { Range: `bytes=${fill(() => '0-0')}` })],
  ['page address', get('/connect?client_id=x'), get(`/connect?client_id=x&${parameters}`)],
  ['query', get('/events', own), get(`/events?${parameters}`, own)],
  ['path of segments', get('/nowhere'), get(`/sdk/1/${fill(() => 'a', '/')}`)],
  ['path of escapes', get('/nowhere'), get(`/records/${fill(() => '%41%ff', '')}`)],
  [
    'number of fields',
    post('/auth/token', token),
    post('/auth/token', { ...token, ...Object.fromEntries(list(1200).map((name) => [name, 1])) }),
  ],
  [
    'body of objects',
    post('/auth/token', token),
    post('/auth/token', { z: list(900).map((a) => ({ a })) }),
  ],
  [
    'body of brackets',
    post('/auth/token', token),
    post('/auth/token', `{"a":${'['.repeat(7000)}${']'.repeat(7000)},"a":1}`),
  ],
  [
    'form',
    post(
      '/auth/revoke',
      new URLSearchParams({ ...credentials, token: 'x' }).toString(),
      'x-www-form-urlencoded',
    ),
    post('/auth/revoke', parameters, 'x-www-form-urlencoded'),
  ],
  [
    'list of providers',
    post('/connect/sessions', { ...credentials, provider_ids: ['sandbox'] }),
    post('/connect/sessions', { ...credentials, provider_ids: list(2400) }),
  ],
  [
    'list of one provider',
    post('/connect/sessions', { ...credentials, provider_ids: ['sandbox'] }),
    post('/connect/sessions', { ...credentials, provider_ids: list(100).map(() => 'sandbox') }),
  ],
  [
    'list of types',
    post('/admin/applications/test_app/webhooks/add', webhook),
    post('/admin/applications/test_app/webhooks/add', { ...webhook, types: list(2400) }),
  ],
  [
    'search',
    get('/admin/applications/test_app/consents?search=a', asAdmin),
    get(`/admin/applications/test_app/consents?search=${fill(() => '%20', '')}`, asAdmin),
  ],
  [
    'language',
    post('/connect/flow/login', login),
    post('/connect/flow/login', { ...login, locale: 'aa-'.repeat(33) }),
  ],
  [
    'user name',
    post('/connect/flow/login', login),
    post('/connect/flow/login', { ...login, username: '\ufdfa'.repeat(200) }),
  ],
  [
    'return',
    post('/connect/flow/return', { flow_token: 'FLOW', url: `${returned}state=a` }),
    post('/connect/flow/return', {
      flow_token: 'FLOW',
      url: returned + fill(() => 'state=a', '&'),
    }),
  ],
  [
    'number of headers',
    get('/nowhere'),
    get('/nowhere', Object.fromEntries(list(90).map((name) => [`x-${name}`, 'a']))),
  ],
];
