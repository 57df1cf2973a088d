import { credentials, publicUrl } from './test-application.ts';
import { asAdmin, bearer } from './world.ts';

/* Values that are long but allowed, each with a plain request for comparison. The service has the application
   `test_app`. */

/** A path with its query, and the rest of the request. */
export type Sent = readonly [string, RequestInit?];
type Row = readonly [name: string, plain: Sent, hostile: Sent];

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
/** A row whose hostile value is this header. */
const header = (plain: Sent, name: string, value: string): Row => {
  const [path, init] = plain;
  return [name, plain, [path, { ...init, headers: { ...init?.headers, [name]: value } }]];
};
const basic = (text: string) => ({ Authorization: `Basic ${btoa(text)}` });
const own = basic(`${credentials.client_id}:${credentials.client_secret}`);
const token = { ...credentials, code: 'x' };
const exchange = (body: object | string = token) => post('/auth/token', body);
const nowhere = (headers: Record<string, string> = {}) => get('/nowhere', headers);
const deflated = get('/connect/assets/a.js', { 'Accept-Encoding': 'deflate' });
const cookie = get('/dashboard/api/session', { Cookie: 'dashboard-4400=x' });
const numbers = Object.fromEntries(list(1200).map((name) => [name, 1]));
const brackets = `{"a":${'['.repeat(7000)}${']'.repeat(7000)},"a":1}`;
const manyHeaders = Object.fromEntries(list(90).map((name) => [`x-${name}`, 'a']));
const revoke = (form: string) => post('/auth/revoke', form, 'x-www-form-urlencoded');
const makeSession = (more: object = {}) => post('/connect/sessions', { ...credentials, ...more });
const toOne = { provider_ids: ['sandbox'] };
const webhook = { url: 'https://app.example/hook' };
const addWebhook = (more: object = {}) =>
  post('/admin/applications/test_app/webhooks/add', { ...webhook, ...more });
const search = (text: string) =>
  get(`/admin/applications/test_app/consents?search=${text}`, asAdmin);
const login = { flow_token: 'FLOW', locale: 'nl', username: 'grace', password: 'wrong' };
const logIn = (more: object = {}) => post('/connect/flow/login', { ...login, ...more });
const returned = `${publicUrl}/connect/return?`;
const comeBack = (query: string) =>
  post('/connect/flow/return', { flow_token: 'FLOW', url: returned + query });

/**
 * The name of a hostile value, a plain request, and the same one with that value. In a body, `FLOW` stands for the
 * token of a flow at the login of the Sandbox.
 */
export const hostileRequests: readonly Row[] = [
  ['Accept-Language', browser('nl'), browser(fill(inLetters))],
  ['Accept-Language of commas', browser('nl'), browser(fill(() => ''))],
  ['Accept-Language of one tag', browser('nl'), browser(fill(inLetters, '-'))],
  ['Accept', browser('nl'), nowhere({ Accept: fill((index) => `text/${index}`) })],
  header(
    deflated,
    'Accept-Encoding',
    fill((index) => `${inLetters(index)};q=1`),
  ),
  header(
    cookie,
    'Cookie',
    fill((index) => `dashboard-4400${index}=`, ';'),
  ),
  [
    'X-Forwarded-For',
    get('/connect?client_id=x', { 'X-Forwarded-For': '1.2.3.4' }),
    get('/connect?client_id=x', { 'X-Forwarded-For': fill(() => '::1') }),
  ],
  ['Authorization', get('/events', own), get('/events', basic(fill(() => '%41', '')))],
  ['access token', get('/account'), get('/account', bearer(fill(() => 'a')))],
  header(
    get('/connect?client_id=test_app'),
    'Referer',
    `https://a.example/${fill(() => '..', '/')}`,
  ),
  header(
    makeSession(),
    'Idempotency-Key',
    fill(() => 'a', ' '),
  ),
  header(nowhere(), 'traceparent', `00-${fill(() => 'a', '')}`),
  header(
    nowhere(),
    'X-Request-Id',
    fill(() => 'a', ':'),
  ),
  header(exchange(), 'Content-Type', `application/json${fill(() => ';')}`),
  header(
    get('/docs'),
    'If-None-Match',
    fill(() => '"a"'),
  ),
  header(get('/docs'), 'Range', `bytes=${fill(() => '0-0')}`),
  ['page address', get('/connect?client_id=x'), get(`/connect?client_id=x&${parameters}`)],
  ['query', get('/events', own), get(`/events?${parameters}`, own)],
  ['path of segments', nowhere(), get(`/sdk/1/${fill(() => 'a', '/')}`)],
  ['path of escapes', nowhere(), get(`/records/${fill(() => '%41%ff', '')}`)],
  ['number of fields', exchange(), exchange({ ...token, ...numbers })],
  ['body of objects', exchange(), exchange({ z: list(900).map((a) => ({ a })) })],
  ['body of brackets', exchange(), exchange(brackets)],
  ['form', revoke(`${new URLSearchParams({ ...credentials, token: 'x' })}`), revoke(parameters)],
  ['list of providers', makeSession(toOne), makeSession({ provider_ids: list(2400) })],
  [
    'list of one provider',
    makeSession(toOne),
    makeSession({ provider_ids: list(100).map(() => 'sandbox') }),
  ],
  ['list of types', addWebhook(), addWebhook({ types: list(2400) })],
  ['search', search('a'), search(fill(() => '%20', ''))],
  ['language', logIn(), logIn({ locale: 'aa-'.repeat(33) })],
  ['user name', logIn(), logIn({ username: '\ufdfa'.repeat(200) })],
  ['return', comeBack('state=a'), comeBack(fill(() => 'state=a', '&'))],
  ['number of headers', nowhere(), nowhere(manyHeaders)],
];
