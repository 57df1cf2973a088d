import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { expect, it } from 'vitest';
import type { ApplicationRegistration } from '../../src/connect/service/applications/registered-application.ts';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { noProxies } from '../../src/connect/service/http/client-address.ts';
import { startService } from '../../src/connect/service/start-service.ts';
import { findFreePort } from '../support/free-port.ts';
import { useRunning } from '../support/use-running.ts';

/* csp_evaluator judges the policies of the service's documents. */

const applications: readonly ApplicationRegistration[] = [
  {
    ...{ name: 'Tally', client_id: 'live_app', client_secret: 'live_app_secret' },
    environment: 'live',
    origins: ['https://app.example'],
    redirect_uris: ['https://app.example/callback'],
  },
  {
    ...{ name: 'Tally here', client_id: 'local_app', client_secret: 'local_app_secret' },
    environment: 'test',
    origins: [],
    redirect_uris: ['http://localhost:4401/callback'],
  },
];

/** Starts the service as behind a proxy with TLS, with a person who has signed in to its dashboard. */
async function startSignedIn() {
  const listenPort = await findFreePort();
  const publicUrl = 'https://connect.example';
  const dashboardPassword = 'correct horse battery staple';
  const service = await startService(
    {
      ...{ listenPort, publicUrl, dashboardPassword, applications },
      databaseFile: ':memory:',
      codeTtlMs: 60_000,
      submissionLimit: 100,
      trustedProxies: noProxies,
    },
    { log: createLogger('silent') },
  );
  const baseUrl = `http://127.0.0.1:${listenPort}`;
  const { headers } = await fetch(`${baseUrl}/dashboard/api/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: publicUrl },
    body: JSON.stringify({ password: dashboardPassword }),
  });
  const [cookie] = (headers.get('Set-Cookie') ?? '').split(';', 1);
  if (!cookie) throw new Error('The service has refused the sign-in.');
  return { baseUrl, cookie, close: service.close };
}

const service = useRunning(startSignedIn);

const connect = '/connect?client_id=live_app';
const redirect = `${connect}&redirect_uri=${encodeURIComponent('https://app.example/callback')}`;
const local = '/connect?client_id=local_app';
const localRedirect = `${local}&redirect_uri=${encodeURIComponent('http://localhost:4401/callback')}`;

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
  'csp_evaluator finds nothing in the policy of %s',
  { tags: ['threat-20'] },
  async (_, path, status) => {
    const responses = await Promise.all([
      fetch(service.baseUrl + path),
      fetch(service.baseUrl + path, { headers: { Cookie: service.cookie } }),
    ]);

    for (const response of responses) {
      expect(response.status).toBe(status);
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(evaluate(policy)).toEqual([]);
    }
  },
);

it('csp_evaluator reports for an application under development only that loopback has no TLS', async () => {
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
  'csp_evaluator finds %s when the policy is weakened to allow it',
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

/** @returns findings above the level of a remark, as `directive: description value` */
function evaluate(policy: string): readonly string[] {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return findings
    .filter(({ severity }) => severity < Severity.INFO)
    .map(({ directive, description, value = '' }) => `${directive}: ${description} ${value}`);
}
