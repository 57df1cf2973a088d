import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../support/extent.ts';
import { startFlawedServer } from '../support/flawed-server.ts';
import { type ScannedService, startScannedService } from '../support/scanned-service.ts';
import { scan } from '../support/wapiti.ts';

const timeoutMs = 120_000;
const informational = 0;

let service: ScannedService;
let cookie: string;

beforeAll(async () => {
  service = await startScannedService();
  cookie = await service.signIn();
});

afterAll(() => service?.close());

const connect = '/connect?client_id=live_app';
const redirect = `${connect}&redirect_uri=${encodeURIComponent('https://app.example/callback')}`;
const local = '/connect?client_id=local_app';
const localRedirect = `${local}&redirect_uri=${encodeURIComponent('http://localhost:4401/callback')}`;

describe('csp_evaluator', () => {
  const documents: readonly (readonly [name: string, path: string, status: number])[] = [
    ['the Connect page in an application', connect, 200],
    ['the Connect page that leads back', redirect, 200],
    ['the refusal of an unknown application', '/connect?client_id=nobody', 400],
    ['the refusal of a redirect URI', `${connect}&redirect_uri=nowhere`, 400],
    ['the dashboard', '/dashboard', 200],
    ['a view of the dashboard', '/dashboard/applications/live_app', 200],
    ['the documentation', '/docs', 200],
    ['the error codes', '/docs/errors', 200],
    ['an unknown page of the documentation', '/docs/nothing', 404],
  ];

  it.each(documents)(
    'finds nothing in the policy of %s',
    { tags: ['threat-20'] },
    async (_, path, status) => {
      const responses = await Promise.all([
        fetch(service.baseUrl + path),
        fetch(service.baseUrl + path, { headers: { Cookie: cookie } }),
      ]);

      for (const response of responses) {
        expect(response.status).toBe(status);
        const policy = response.headers.get('Content-Security-Policy') ?? '';
        expect(policy).toContain("default-src 'none'");
        expect(evaluate(policy)).toEqual([]);
      }
    },
  );

  it('reports for an application under development only that loopback has no TLS', async () => {
    const { headers } = await fetch(service.baseUrl + localRedirect);
    const findings = evaluate(headers.get('Content-Security-Policy') ?? '');

    expect(findings).toEqual([
      'frame-ancestors: Allow only resources downloaded over HTTPS. http://localhost:*',
      'frame-ancestors: Allow only resources downloaded over HTTPS. http://127.0.0.1:*',
      'frame-ancestors: Allow only resources downloaded over HTTPS. http://*.localhost:*',
    ]);
  });

  it.each([
    ['inline scripts', 'script-src', (source: string) => `${source} 'unsafe-inline'`],
    ['eval', 'script-src', (source: string) => `${source} 'unsafe-eval'`],
    ['scripts of every site', 'script-src', () => 'https:'],
    ['every script of the service', 'script-src', () => "'self'"],
    ['a nonce that can be guessed', 'script-src', () => "'nonce-abc'"],
    ['plugins of every site', 'default-src', () => '*'],
    ['another base', 'base-uri', () => '*'],
  ])(
    'finds %s when the policy is weakened to allow it',
    { tags: ['undefended-20'] },
    async (_, directive, weaken) => {
      const { headers } = await fetch(service.baseUrl + connect);
      const policy = headers.get('Content-Security-Policy') ?? '';
      const pattern = new RegExp(`(?<=${directive} )[^;]+`);
      // The nonce is removed, because browsers and the evaluator ignore 'unsafe-inline' where a nonce is given.
      const weakened = policy.replace(pattern, (source) =>
        weaken(source.replace(/'nonce-[^']+'/, 'a.example')),
      );

      expect(weakened).not.toBe(policy);
      expect(evaluate(weakened)).toContainEqual(expect.stringMatching(new RegExp(`^${directive}`)));
    },
  );
});

describe.runIf(isLongRun)('Wapiti', () => {
  it(
    'finds nothing around the Connect page',
    async () => {
      service.forgetSignIn();
      const pages = [connect, redirect, localRedirect, '/connect?client_id=nobody', '/docs/errors'];

      const findings = await scan(pages.map(toUrl));

      expect(findings.filter(({ level }) => level > informational)).toEqual([]);
      // Wapiti did attack: it tried a redirect and a header in the page's parameters.
      const tried = service.answers.map((line) => decodeURIComponent(line));
      expect(tried).toContainEqual(expect.stringMatching(/redirect_uri=https:\/\/openbugbounty/));
      expect(tried).toContainEqual(expect.stringMatching(/^400 GET \/connect\?.*wapiti%3A/));
      expect(tried.filter((line) => /^(?:5|429)/.test(line))).toEqual([]);
    },
    timeoutMs,
  );

  it.each([
    [200, 'is signed in', () => service.signIn()],
    [401, 'is not', () => service.forgetSignIn()],
  ])(
    'finds nothing around the dashboard, which answers %i to a person who %s',
    async (status, _, prepare) => {
      await prepare();
      const api = ['session', 'applications', 'applications/live_app'].map(
        (path) => `/dashboard/api/${path}`,
      );
      const pages = ['/dashboard?view=1', '/dashboard/applications/live_app'];
      const before = service.answers.length;

      const findings = await scan([...pages, ...api].map(toUrl));

      expect(findings.filter(({ level }) => level > informational)).toEqual([]);
      const answers = service.answers.slice(before);
      expect(answers).toContain(`${status} GET /dashboard/api/applications/live_app`);
      expect(answers.filter((line) => line.startsWith('5'))).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'finds every flaw of a site that has all of them',
    async () => {
      const flawed = await startFlawedServer();

      const findings = await scan(flawed.urls).finally(() => flawed.close());

      const found = findings
        .filter(({ level }) => level > informational)
        .map(({ category, path }) => `${category}: ${path}`);
      expect([...new Set(found)].sort()).toEqual([
        'CRLF Injection: /speak',
        'Content Security Policy Configuration: /',
        'Cross Site Scripting: /search',
        'HTTP Secure Headers: /',
        'HttpOnly Flag cookie: /',
        'Open Redirect: /leave',
        'Secure Flag cookie: /',
      ]);
    },
    timeoutMs,
  );

  const toUrl = (path: string) => service.url + path;
});

/** @returns findings above the level of a remark, as `directive: description value` */
function evaluate(policy: string): readonly string[] {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return findings
    .filter(({ severity }) => severity < Severity.INFO)
    .map(({ directive, description, value = '' }) => `${directive}: ${description} ${value}`);
}
