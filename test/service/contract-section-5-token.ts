import { expect } from 'vitest';
import type { Chapter } from './contract.ts';
import {
  createTestService,
  credentials,
  exchange,
  hostOrigin,
  issueCode,
  issueSandboxCode,
  isTokenValid,
  liveApplication,
  readError,
  readJson,
  redirectUri,
  type TestService,
  testApplication,
} from './harness.ts';

const live = {
  client_id: liveApplication.client_id,
  client_secret: liveApplication.client_secret,
};

/** One request for each reason to refuse an exchange. */
async function collectRefusals(service: TestService): Promise<readonly Response[]> {
  const code = await issueCode(service);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return [
    await exchange(service, { code: 7 }),
    await exchange(service, { code, client_secret: 'wrong' }),
    await exchange(service, { code: 'unknown' }),
    await exchange(service, { code, more: 'x'.repeat(20_000) }),
    await service.app.request('/auth/token', { method: 'PUT' }),
    await service.post('/auth/token', 'code=x', form),
    await service.post('/auth/token', { ...credentials, code }, { Origin: hostOrigin }),
    await service.app.request('/auth/token', {
      method: 'OPTIONS',
      headers: { Origin: hostOrigin },
    }),
  ];
}

const errors: Chapter = {
  title: 'POST /auth/token',
  promises: [
    {
      sentence: 'It answers 200 on success.',
      async check() {
        const service = await createTestService();

        const response = await exchange(service, { code: await issueCode(service) });

        expect(response.status).toBe(200);
      },
    },
    {
      sentence: 'Errors are those of RFC 6749, section 5.2: error and error_description.',
      async check() {
        const service = await createTestService();
        const answers = await collectRefusals(service);

        for (const answer of answers) {
          const { error, error_description, ...rest } = await readJson(answer);
          // The characters that the RFC allows in a description.
          expect(error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
          expect(error).toMatch(/^[a-z_]+$/);
          expect(rest).toEqual({});
        }
      },
    },
    {
      sentence: 'A missing or mistyped field and malformed JSON are invalid_request, 400.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);
        const { client_id, client_secret } = credentials;
        const bodies = [
          ...[
            { client_id, client_secret },
            { client_id, code },
            { client_secret, code },
          ],
          ...[{ ...credentials, code: 1 }, { ...credentials, code: null }, []],
          ...[
            { ...credentials, code, redirect_uri: 1 },
            { ...credentials, code, client_id: {} },
          ],
          ...['{', '', 'null', '"text"', `${JSON.stringify({ ...credentials, code })}x`],
        ];

        for (const body of bodies) {
          const refused = await service.post('/auth/token', body);
          expect(await readError(refused)).toEqual([400, 'invalid_request']);
        }
        expect((await exchange(service, { code })).status).toBe(200);
      },
    },
    {
      sentence: 'A wrong client_id or client_secret is invalid_client, 401.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);

        for (const wrong of [
          { client_id: 'nobody' },
          { client_secret: 'wrong' },
          { client_id: live.client_id },
        ]) {
          const refused = await exchange(service, { code, ...wrong });
          expect(await readError(refused)).toEqual([401, 'invalid_client']);
        }
        expect((await exchange(service, { code })).status).toBe(200);
      },
    },
    {
      sentence:
        'Unknown, used, expired and foreign codes and wrong redirect URIs get one body, 400.',
      async check() {
        const service = await createTestService();
        const [used, expired] = [await issueCode(service), await issueCode(service)];
        await exchange(service, { code: used });
        service.advance(60_000);
        const embedded = await issueCode(service);
        const redirected = await issueSandboxCode(service, { redirect_uri: redirectUri });

        const refused = [
          await exchange(service, { code: '0'.repeat(64) }),
          await exchange(service, { code: used }),
          await exchange(service, { code: expired }),
          await exchange(service, { code: embedded, ...live }),
          await exchange(service, { code: redirected }),
          await exchange(service, { code: redirected, redirect_uri: `${redirectUri}/` }),
          await exchange(service, { code: embedded, redirect_uri: redirectUri }),
        ];
        const bodies = await Promise.all(refused.map((answer) => answer.text()));

        expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(400));
        expect(new Set(bodies).size).toBe(1);
        expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ error: 'invalid_grant' });
        expect((await exchange(service, { code: embedded })).status).toBe(200);
      },
    },
    {
      sentence: 'Other methods are 405 with Allow.',
      async check() {
        const service = await createTestService();

        for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
          const { status, headers } = await service.app.request('/auth/token', { method });
          expect([method, status, headers.get('Allow')]).toEqual([method, 405, 'POST']);
        }
        const control = await exchange(service, { code: await issueCode(service) });
        expect(control.status).toBe(200);
      },
    },
    {
      sentence: 'A body that is too large is 413.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);

        const refused = await exchange(service, { code, more: 'x'.repeat(1_000_000) });
        const control = await exchange(service, { code, more: 'x'.repeat(10_000) });

        expect([refused.status, control.status]).toEqual([413, 200]);
      },
    },
    {
      sentence: 'A body that is not announced as JSON is 415.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);
        const send = (type: string) =>
          service.post('/auth/token', { ...credentials, code }, { 'Content-Type': type });

        for (const type of ['text/plain', 'application/xml', 'multipart/form-data', '']) {
          expect((await send(type)).status).toBe(415);
        }
        expect((await send('application/json; charset=utf-8')).status).toBe(200);
      },
    },
    {
      sentence: 'Too many requests are 429 with Retry-After.',
      async check() {
        const rateLimits = { backendRequests: { max: 2, windowMs: 30_000 } };
        const service = await createTestService({ rateLimits });
        const send = () => exchange(service, { code: 'x' });

        const answers = [await send(), await send(), await send()];
        service.advance(30_000);
        const control = await send();

        expect(answers.map(({ status }) => status)).toEqual([400, 400, 429]);
        expect(answers[2]?.headers.get('Retry-After')).toBe('30');
        expect(control.status).toBe(400);
      },
    },
    {
      sentence: 'Unknown body fields are ignored.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);
        const more = { grant_type: 'authorization_code', scope: ['all'], nested: { code: 'x' } };

        expect((await exchange(service, { code, ...more })).status).toBe(200);
      },
    },
    {
      sentence: 'Every answer has Cache-Control: no-store.',
      async check() {
        const service = await createTestService();
        const success = await exchange(service, { code: await issueCode(service) });
        const answers = [success, ...(await collectRefusals(service))];

        const statuses = new Set(answers.map(({ status }) => status));
        expect([...statuses].sort()).toEqual([200, 400, 401, 403, 405, 413, 415]);
        for (const { headers } of answers) expect(headers.get('Cache-Control')).toBe('no-store');
      },
    },
    {
      sentence:
        'Origin, Sec-Fetch-Site and every preflight are refused with 403 and no CORS header.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);
        const send = (headers: Record<string, string>) =>
          service.post('/auth/token', { ...credentials, code }, headers);
        const preflight = (headers: Record<string, string>) =>
          service.app.request('/auth/token', { method: 'OPTIONS', headers });

        const refused = [
          await send({ Origin: hostOrigin }),
          await send({ Origin: '' }),
          await send({ 'Sec-Fetch-Site': 'none' }),
          await send({ 'Sec-Fetch-Site': 'cross-site' }),
          await preflight({ Origin: hostOrigin, 'Access-Control-Request-Method': 'POST' }),
          await preflight({ 'Access-Control-Request-Method': 'POST' }),
          await preflight({ 'Access-Control-Request-Headers': 'content-type' }),
        ];
        // Node's own fetch adds this header for a backend.
        const control = await send({ 'Sec-Fetch-Mode': 'cors' });

        for (const { status, headers } of refused) {
          expect(status).toBe(403);
          expect([...headers.keys()].join()).not.toContain('access-control');
        }
        expect(control.status).toBe(200);
      },
    },
    {
      sentence: 'The application is authenticated before its code is looked at.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);

        const refused = await exchange(service, { code: 'unknown', client_secret: 'wrong' });
        const stranger = await exchange(service, { code, client_secret: 'wrong' });
        const control = await exchange(service, { code });

        expect([refused.status, stranger.status]).toEqual([401, 401]);
        expect(control.status).toBe(200);
      },
    },
    {
      sentence:
        "The code's owner and redirect URI are checked before it is consumed: neither burns it.",
      async check() {
        const service = await createTestService();
        const code = await issueSandboxCode(service, { redirect_uri: redirectUri });

        const foreign = await exchange(service, { code, ...live, redirect_uri: redirectUri });
        const wrong = await exchange(service, { code, redirect_uri: 'https://app.example/other' });
        const control = await exchange(service, { code, redirect_uri: redirectUri });

        expect([foreign.status, wrong.status, control.status]).toEqual([400, 400, 200]);
      },
    },
    {
      sentence:
        'A code replayed by its own application revokes the token it produced, by another not.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);
        const token = String((await readJson(await exchange(service, { code }))).access_token);
        const isValid = () => isTokenValid(service.store, token);

        await exchange(service, { code, ...live });
        const afterForeign = await isValid();
        await exchange(service, { code });
        const afterOwn = await isValid();

        expect([afterForeign, afterOwn]).toEqual([true, false]);
      },
    },
    {
      sentence: 'Form-encoded bodies are 415 with a sentence that says to send JSON.',
      async check() {
        const service = await createTestService();
        const code = await issueCode(service);
        const form = new URLSearchParams({ ...credentials, code }).toString();

        const refused = await service.post('/auth/token', form, {
          'Content-Type': 'application/x-www-form-urlencoded',
        });
        const control = await exchange(service, { code });

        expect([refused.status, control.status]).toEqual([415, 200]);
        expect((await readJson(refused)).error_description).toMatch(/send JSON/i);
      },
    },
  ],
};

const sandbox: Chapter = {
  title: 'POST /sandbox/authorization_codes',
  promises: [
    {
      sentence: 'It answers 201 with a code that the application can exchange, without a browser.',
      async check() {
        const service = await createTestService();

        const answer = await service.post('/sandbox/authorization_codes', credentials);
        const body = await readJson(answer);

        expect([answer.status, Object.keys(body)]).toEqual([201, ['code']]);
        expect((await exchange(service, body)).status).toBe(200);
      },
    },
    {
      sentence: 'It takes a provider_id and a redirect_uri, which the code is then bound to.',
      async check() {
        const service = await createTestService();
        const fields = { provider_id: 'sandbox', redirect_uri: redirectUri };

        const code = await issueSandboxCode(service, fields);
        const unbound = await exchange(service, { code });
        const bound = await exchange(service, { code, redirect_uri: redirectUri });
        const other = await service.post('/sandbox/authorization_codes', {
          ...credentials,
          provider_id: 'ledgerleaf',
        });

        expect([unbound.status, bound.status, other.status]).toEqual([400, 200, 400]);
        expect(await readJson(bound)).toMatchObject({ provider_id: 'sandbox' });
      },
    },
    {
      sentence: 'It is for test applications only.',
      async check() {
        const service = await createTestService();

        const refused = await service.post('/sandbox/authorization_codes', live);
        const control = await service.post('/sandbox/authorization_codes', credentials);

        expect(await readError(refused)).toEqual([403, 'unauthorized_client']);
        expect(control.status).toBe(201);
      },
    },
    {
      sentence: 'It counts as a submission.',
      async check() {
        const applications = [{ ...testApplication, submission_limit: 5 }];
        const service = await createTestService({ applications });

        const answers = await Promise.all(
          Array.from({ length: 30 }, () =>
            service.post('/sandbox/authorization_codes', credentials),
          ),
        );

        expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
        const refused = answers.find(({ status }) => status !== 201);
        expect(refused && (await readError(refused))).toEqual([403, 'submission_limit_reached']);
      },
    },
  ],
};

const state: Chapter = {
  title: 'state',
  promises: [
    {
      sentence: 'When the host passed one, the token response carries it as a fourth field.',
      async check() {
        const service = await createTestService();
        const value = 'session-7 ✓ "<>';

        const code = await issueCode(service, value);
        const body = await readJson(await exchange(service, { code }));

        expect(body.state).toBe(value);
        expect(Object.keys(body)).toHaveLength(4);
      },
    },
    {
      sentence: 'Without one the response has exactly its three fields.',
      async check() {
        const service = await createTestService();

        const flow = await readJson(await exchange(service, { code: await issueCode(service) }));
        const code = await issueSandboxCode(service);
        const direct = await readJson(await exchange(service, { code }));

        const fields = ['access_token', 'account_id', 'provider_id'];
        expect([flow, direct].map((body) => Object.keys(body).sort())).toEqual([fields, fields]);
      },
    },
  ],
};

/** The endpoints of backends. */
export const backendChapters: readonly Chapter[] = [errors, sandbox, state];
