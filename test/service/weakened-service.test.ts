import { describe, expect, it } from 'vitest';
import {
  createTestService,
  liveApplication,
  openTestStore,
  readJson,
  redirectUri,
  testApplication,
} from './harness.ts';

/* Attacks that the service withstands, on a service without the defence. They have to work there, and `npm run
   attack` says so in the row of the attack itself. */

describe('a service without a defence', () => {
  it('opens a page for an address that only begins like a registered redirect URI', {
    tags: ['undefended-19'],
  }, async () => {
    const uri = `${redirectUri}&next=//evil.example`;
    const address = `/connect?client_id=test_app&redirect_uri=${encodeURIComponent(uri)}`;
    const { applications: stored, ...store } = await openTestStore();
    // The service takes each requested value for a registered one.
    const applications = { ...stored, listRedirectUris: async () => [uri] };

    const real = await (await createTestService()).get(address);
    const weak = await (await createTestService({ store: { ...store, applications } })).get(
      address,
    );

    expect([real.status, weak.status]).toEqual([400, 200]);
    expect(await weak.text()).toContain('id="flow"');
  });

  it('exchanges a code more than once', { tags: ['undefended-23'] }, async () => {
    const { codes, ...store } = await openTestStore();
    let isFirst = true;
    const service = await createTestService({
      store: {
        ...store,
        codes: {
          ...codes,
          async exchange(request) {
            if (isFirst) {
              isFirst = false;
              return await codes.exchange(request);
            }
            return { accountId: 'acc_1', providerId: 'sandbox', state: null };
          },
        },
      },
    });
    const code = await service.issueSandboxCode();

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => service.exchange({ code })),
    );

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(50);
  });

  it('exchanges a code without the verifier of its challenge', {
    tags: ['undefended-52'],
  }, async () => {
    const { codes, ...store } = await openTestStore();
    const code_challenge = 'c'.repeat(43);
    // The service believes that the verifier was sent.
    const exchangeUnbound: typeof codes.exchange = (request) =>
      codes.exchange({ ...request, codeChallenge: code_challenge });
    const real = await createTestService({ store: { ...store, codes } });
    const weak = await createTestService({
      store: { ...store, codes: { ...codes, exchange: exchangeUnbound } },
    });
    const code = await real.issueSandboxCode({
      redirect_uri: redirectUri,
      code_challenge,
      code_challenge_method: 'S256',
    });

    const refused = await real.exchange({ code, redirect_uri: redirectUri });
    const accepted = await weak.exchange({ code, redirect_uri: redirectUri });

    expect([refused.status, accepted.status]).toEqual([400, 200]);
  });

  it('opens a session of another application', { tags: ['undefended-57'] }, async () => {
    const { connectSessions, ...store } = await openTestStore();
    const real = await createTestService({ store: { ...store, connectSessions } });
    // The service believes that every session is one of the live application.
    const findAny: typeof connectSessions.findOpen = ({ session_hash }, now) =>
      connectSessions.findOpen({ client_id: 'live_app', session_hash }, now);
    const weak = await createTestService({
      store: { ...store, connectSessions: { ...connectSessions, findOpen: findAny } },
    });
    const { client_id, client_secret } = liveApplication;
    const made = await real.post('/connect/sessions', { client_id, client_secret });
    const { session } = await readJson(made);

    const refused = await real.openSession(String(session));
    const accepted = await weak.openSession(String(session));

    expect([refused.started.status, accepted.started.status]).toEqual([401, 200]);
  });

  it('accepts more submissions than the limit', { tags: ['undefended-32'] }, async () => {
    const { applications: stored, ...store } = await openTestStore();
    const service = await createTestService({
      store: { ...store, applications: { ...stored, countSubmission: async () => true } },
      applications: [{ ...testApplication, submission_limit: 5 }],
    });

    const codes = await Promise.all(Array.from({ length: 20 }, () => service.issueSandboxCode()));

    expect(codes.filter((code) => /^[\da-f]{64}$/.test(code))).toHaveLength(20);
  });
});
