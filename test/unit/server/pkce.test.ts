import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exchangeCode } from '../../../src/sdk/server/exchange-code.ts';
import {
  clientSecret,
  code,
  createReturn,
  createService,
  createStart,
  createTestCallback,
  issuer,
  readBodies,
  startFlow,
} from './support.ts';

const urls = { successUrl: '/done', failureUrl: '/' };
const encode = encodeURIComponent;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs a redirect flow; returns its headers at the start, and the body of its exchange. */
async function runFlow(test = createTestCallback(urls)) {
  const { callback, service } = test;
  const { headers } = await callback.startRedirect(createStart());
  const { searchParams } = new URL(headers.get('location') ?? '');
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';', 1);
  const state = searchParams.get('state') ?? '';
  const { headers: end } = await callback(createReturn({ cookie, state }, `code=code-of-${state}`));
  const [body] = readBodies(service).slice(-1) as { readonly code_verifier: string }[];
  return { searchParams, verifier: body?.code_verifier ?? '', headers: [...headers, ...end] };
}

describe('the redirect flow', () => {
  it('sends a challenge to Connect, and its verifier with the exchange', {
    tags: ['control-52'],
  }, async () => {
    const { searchParams, verifier } = await runFlow();

    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(verifier).toMatch(/^[\w.~-]{43,128}$/);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect(searchParams.get('code_challenge')).toBe(challenge);
  });

  it('makes a new verifier for each flow, and shows it to no browser', async () => {
    const test = createTestCallback(urls);

    const flows = [await runFlow(test), await runFlow(test)];

    expect(new Set(flows.map(({ verifier }) => verifier)).size).toBe(2);
    for (const { verifier, headers } of flows) {
      expect(JSON.stringify(headers)).not.toContain(verifier);
    }
  });
});

describe('an answer with the right state', () => {
  const attacks: readonly (readonly [string, string])[] = [
    ['no iss', ''],
    ['an empty iss', '&iss='],
    ['the iss of another service', `&iss=${encode('https://evil.example')}`],
    ['the iss of another port', `&iss=${encode('http://localhost:4401')}`],
    ['an iss with a slash more', `&iss=${encode(`${issuer}/`)}`],
    ['an iss in other letters', `&iss=${encode('http://LOCALHOST:4400')}`],
    ['another iss before the right one', `&iss=x&iss=${encode(issuer)}`],
    ['another iss after the right one', `&iss=${encode(issuer)}&iss=x`],
    ['the right iss twice', `&iss=${encode(issuer)}&iss=${encode(issuer)}`],
  ];
  const outcomes = [`code=${code}`, 'error=access_denied'];

  it.each(outcomes.flatMap((outcome) => attacks.map((attack) => [outcome, ...attack] as const)))(
    'and %s is refused with %s, and the flow continues',
    { tags: ['threat-52'] },
    async (outcome, _, iss) => {
      const causes: string[] = [];
      const { callback, service, connected } = createTestCallback({
        ...urls,
        onError: (error) => void causes.push(`${error.code}: ${error.cause}`),
      });
      const flow = await startFlow(callback);
      const { cookie, state } = flow;

      const mixed = await callback(createReturn({ cookie }, `${outcome}&state=${state}${iss}`));

      expect(mixed.headers.get('location')).toBe('/?connect_error=issuer_mismatch');
      expect(mixed.headers.get('set-cookie')).toBeNull();
      expect(service).not.toHaveBeenCalled();
      expect(causes).toEqual([
        expect.stringMatching(/^issuer_mismatch: .*expected only http:\/\/localhost:4400, as in/),
      ]);
      const own = await callback(createReturn(flow));

      expect(own.headers.get('location')).toBe('/done');
      expect(connected).toHaveLength(1);
    },
  );

  it.each([
    ['https://connect.example/v1/connect', 'https://connect.example/v1'],
    ['https://connect.example/connect?x=1#y', 'https://connect.example'],
    ['https://connect.example', 'https://connect.example'],
  ])('of the Connect page %s comes from %s', async (connectUrl, expected) => {
    const { callback } = createTestCallback({ ...urls, connectUrl });
    const { cookie, state } = await startFlow(callback);
    const query = (iss: string) => `code=${code}&state=${state}&iss=${encode(iss)}`;

    const other = await callback(createReturn({ cookie }, query(issuer)));
    const own = await callback(createReturn({ cookie }, query(expected)));

    expect(other.headers.get('location')).toContain('issuer_mismatch');
    expect(own.headers.get('location')).toBe('/done');
  });

  it('is explained in one line of the log, in printable characters', async () => {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
    const { callback } = createTestCallback({ onError: undefined });
    const { cookie, state } = await startFlow(callback);

    const iss = encode(`https://evil.example/\n${'x'.repeat(5000)}`);
    await callback(createReturn({ cookie }, `code=${code}&state=${state}&iss=${iss}`));

    expect(lines).toEqual([expect.stringMatching(/^[\x20-\x7e]{50,500}$/)]);
    expect(lines[0]).toContain('issuer_mismatch, caused by The address has the iss ["https://evil');
    for (const secret of [code, state]) expect(lines[0]).not.toContain(secret);
  });
});

describe('the exchange alone', () => {
  const credentials = {
    baseUrl: 'https://connect.example',
    clientId: 'app_test',
    clientSecret,
    code,
    redirectUri: 'https://app.example/callback',
  };

  it.each(['', `${'v'.repeat(43)}+`, `${'v'.repeat(43)}\n`])(
    'refuses the verifier %j, without quoting it',
    async (wrong) => {
      const service = createService();

      const exchange = exchangeCode({ ...credentials, codeVerifier: wrong, fetch: service });

      await expect(exchange).rejects.toMatchObject({
        code: 'invalid_options',
        message: 'codeVerifier must have 43 to 128 letters, digits or - . _ ~.',
      });
      expect(service).not.toHaveBeenCalled();
    },
  );
});
