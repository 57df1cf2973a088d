import type { RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { createGzip } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type ExchangeOptions, exchangeCode } from '../../../src/sdk/server/exchange-code.ts';
import { ExchangeError } from '../../../src/sdk/server/request-errors.ts';
import { createGate } from '../../support/gate.ts';
import { type RawServer, startServer } from './raw-http.ts';
import {
  accessToken,
  answerTokens,
  catchError,
  clientSecret,
  code,
  createService,
} from './support.ts';

const baseUrl = 'https://connect.example';
const credentials = { baseUrl, clientId: 'app_test', clientSecret, code };
let server: RawServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('exchangeCode', () => {
  it.each([
    ['a mistyped state', answerTokens({ state: null })],
    ['a negative lifetime', answerTokens({ expires_in: -1 })],
    ['a longer token', answerTokens({ access_token: 'x'.repeat(8193) })],
    ['a prototype', new Response(`{"__proto__":${JSON.stringify({ account_id: 'a' })}}`)],
  ])('reports %s after one request, without a retry', async (_, response) => {
    const service = createService(() => response.clone());

    const error = await refuse({ ...credentials, fetch: service });

    expect(error).toMatchObject({ code: 'bad_response', retryable: false });
    expect(service).toHaveBeenCalledOnce();
  });

  it.each<[string, string]>([
    ['clientId', ''],
    ['code', ''],
    ['redirectUri', 'http://app.example/callback'],
    ['codeVerifier', ''],
    ['codeVerifier', `${'v'.repeat(43)}+`],
    ['codeVerifier', `${'v'.repeat(43)}\n`],
    ...[
      ...['http://connect.example', 'http://localhost.evil.example', 'connect.example', ''],
      ...['http://127.0.0.1.evil.example', 'http://192.168.0.1', 'ftp://localhost'],
      'https://user:pass@connect.example',
    ].map((address): [string, string] => ['baseUrl', address]),
  ])('refuses %s %j before it sends a request', { tags: ['threat-29'] }, async (name, wrong) => {
    const service = createService();

    const error = await refuse({ ...credentials, [name]: wrong, fetch: service });

    expect(error).toMatchObject({ code: 'invalid_options', retryable: false });
    expect(error.message).toMatch(new RegExp(`^${name} must `));
    if (wrong !== '') expect(error.message).not.toContain(wrong);
    expect(service).not.toHaveBeenCalled();
  });
});

it.each([
  ['0', 0],
  ['-1', null],
  ['1e9', null],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null],
])('reads the wait of the header Retry-After: %s', async (wait, seconds) => {
  const headers = { 'Retry-After': wait };
  const fetch = createService(() => new Response(null, { status: 429, headers }));

  expect((await refuse({ ...credentials, fetch })).retryAfterSeconds).toBe(seconds);
});

describe('exchangeCode against a real server', () => {
  it('names the reason when the service cannot be reached', async () => {
    const url = await listen(() => {});
    await server?.close();

    const error = await refuse({ ...credentials, baseUrl: url });

    expect(error).toMatchObject({ code: 'network_error', retryable: true });
    expect(error.message).toContain('ECONNREFUSED');
  });
});

describe('the printed form', () => {
  it('never shows the access token, which can still be read by its name', async () => {
    const tokens = await exchangeCode({ ...credentials, fetch: createService() });

    const printed = [
      inspect(tokens),
      inspect(tokens, { showHidden: true, depth: 9 }),
      inspect({ nested: [tokens] }),
      JSON.stringify(tokens),
      `${tokens}`,
      JSON.stringify({ ...tokens }),
      JSON.stringify(Object.entries(tokens)),
      JSON.stringify(structuredClone({ ...tokens })),
      Object.keys(tokens).join(),
    ].join('\n');

    expect(printed).not.toContain(accessToken);
    expect(printed).toContain('acc_1');
    expect(tokens.accessToken).toBe(accessToken);
  });

  it('never shows a secret, code, verifier or token in an error, even when the service quotes it', {
    tags: ['threat-29'],
  }, async () => {
    const codeVerifier = 'verifier-0123456789._~-ABCDEFGHIJKLMNOPQRSTU';
    const echo = `${clientSecret} ${code} ${codeVerifier}\n\u001b[31m`;
    const services = [
      createService(() =>
        Response.json({ error: 'invalid_grant', error_description: echo }, { status: 400 }),
      ),
      createService(() => new Response(`{"access_token":"${accessToken}"`)),
      createService(() => {
        throw new TypeError(`cannot send ${echo}`, { cause: { code: clientSecret } });
      }),
    ];

    for (const service of services) {
      const error = await refuse({ ...credentials, codeVerifier, fetch: service });
      const printed = `${inspect(error, { showHidden: true, depth: 9 })}${JSON.stringify(error)}${error.stack}`;

      for (const secret of [clientSecret, code, codeVerifier, accessToken, '\u001b']) {
        expect(printed).not.toContain(secret);
      }
      expect(error.message).not.toBe('');
    }
  });
});

const refuse = (options: ExchangeOptions) => catchError(ExchangeError, exchangeCode(options));

async function listen(handle: RequestListener): Promise<string> {
  server = await startServer(handle);
  return `http://127.0.0.1:${server.port}`;
}

describe('a response that is longer than a token response', () => {
  it('is refused by its size after decompression, and not read to its end', {
    tags: ['threat-41'],
  }, async () => {
    const { opened: hungUp, open: hangUp } = createGate();
    const url = await listen((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      const zip = createGzip();
      zip.pipe(response);
      // Nothing but blanks, until the client disconnects.
      const blanks = Buffer.alloc(1 << 20, ' ');
      const feed = (error?: Error | null) => {
        if (!error) zip.write(blanks, feed);
      };
      feed();
      response.on('close', () => {
        zip.destroy();
        hangUp();
      });
    });

    const error = await refuse({ ...credentials, baseUrl: url, timeoutMs: 4000 });

    expect(error).toMatchObject({ code: 'bad_response', status: 200 });
    await hungUp;
  });

  it('is an error of the service if its status says so', async () => {
    const fetch = createService(() => new Response('x'.repeat(100_000), { status: 503 }));
    const expected = { code: 'server_error', retryable: true };

    expect(await refuse({ ...credentials, fetch })).toMatchObject(expected);
  });
});
