import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ConnectEvent, exchangeCode, getAccount, readConsent } from 'tax-connect/server';
import { type ConnectService, startConnectService } from 'tax-connect/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actAt } from '../service/network.ts';
import { describeBackend } from '../support/backend.ts';
import { startServer } from '../unit/server/raw-http.ts';

/** Each login gets another grant. Its `revoke` tells the server of this file. */
const pluginText = (url: string) => `
let count = 0;
const begin = async ({ username }) => {
  count += 1;
  return { status: 'accepted', subject: username, label: username, grant: 'grant ' + count };
};
export default [{
  info: { id: 'own', name: 'Own', domain: 'own.example', shares: ['returns'] },
  begin,
  answer: async () => ({ status: 'refused' }),
  revoke: async (grant) => { await fetch('${url}', { method: 'POST', body: grant }); },
}];`;

const revoked: string[] = [];
const log: string[] = [];
let provider: Awaited<ReturnType<typeof startServer>>;
let folder: string;
let providers: string;
let connect: ConnectService;

beforeAll(async () => {
  provider = await startServer(async (request, response) => {
    revoked.push(await text(request));
    response.end();
  });
  folder = mkdtempSync(join(tmpdir(), 'testing-time-'));
  providers = join(folder, 'providers.mjs');
  writeFileSync(providers, pluginText(provider.origin));
  connect = await startConnectService({ providers, onLog: (line) => log.push(line) });
});

beforeEach(async () => {
  await connect.reset();
  revoked.length = 0;
  log.length = 0;
});

afterAll(async () => {
  await connect.close();
  await provider.close();
  rmSync(folder, { recursive: true });
});

const day = 24 * 60 * 60 * 1000;

describe('advance', () => {
  it('ends what is over, sends the events, and revokes the grants', async () => {
    const received: ConnectEvent[] = [];
    await connect.onEvent((event) => void received.push(event));
    const { sessionId } = await connect.createSession({ expiresInSeconds: 3600 });
    await actAt(connect.url).signIn({ providerId: 'own' });
    await connect.advance(60_000);
    expect([received, revoked]).toEqual([[], []]);

    await connect.advance(3_600_000);

    expect(received).toMatchObject([
      { type: 'session.finished', data: { sessionId, status: 'expired' } },
    ]);
    expect(await connect.events()).toEqual(received);
    expect(revoked).toEqual(['grant 1']);
  });

  it('does so without a wait, too, and stops with the service', async () => {
    const own = await startConnectService({ onLog: (line) => log.push(line) });
    await own.createSession({ expiresInSeconds: 60 });
    const received: ConnectEvent[] = [];
    await own.onEvent((event) => void received.push(event));
    void own.advance(61_000);
    await own.deliverEvents();
    expect(received).toHaveLength(1);
    void own.advance(61_000);
    await own.reset();
    void own.advance(61_000);
    await own.close();

    expect(log.filter((line) => /sweep|clock/.test(line))).toEqual([]);
  });

  it('ends a consent of one day, after which the person can connect the account again', async () => {
    const terms = { purpose: 'To work out your loan.', consentDays: 1 };
    const own = await startConnectService({ providers, ...terms, onLog: () => undefined });
    const received: ConnectEvent[] = [];
    await own.onEvent((event) => void received.push(event));
    const connectBy = async (session: string | null = null) => {
      const code = await actAt(own.url).allow({ providerId: 'own', session });
      return await exchangeCode({ ...describeBackend(own), code });
    };
    const { accountId, accessToken } = await connectBy();
    const consent = await readConsent({ baseUrl: own.url, accessToken });

    await own.advance(day);
    const revokedAtEnd = [...revoked];
    const ended = await getAccount({ baseUrl: own.url, accessToken });
    const { session } = await own.createSession({ accountId });
    const again = await connectBy(session);
    const renewed = await getAccount({ baseUrl: own.url, accessToken: again.accessToken });
    await own.deliverEvents();
    const events = await own.events();
    await own.close();

    expect(consent.purpose).toBe(terms.purpose);
    expect(ended).toMatchObject({ accountId, status: 'expired' });
    expect(revokedAtEnd).toHaveLength(1);
    expect(revoked).toEqual(revokedAtEnd);
    expect(renewed).toMatchObject({ accountId, status: 'active' });
    expect(events.map(({ type }) => type)).toEqual([
      'connection.created',
      'connection.expiring',
      'connection.expired',
      'session.finished',
      'connection.restored',
    ]);
    // Deliveries may overtake each other.
    expect(received).toHaveLength(events.length);
    expect(received).toEqual(expect.arrayContaining([...events]));
  });
});
