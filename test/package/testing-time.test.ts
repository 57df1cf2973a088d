import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ConnectEvent } from 'tax-connect/server';
import { type ConnectService, startConnectService } from 'tax-connect/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
let connect: ConnectService;

beforeAll(async () => {
  provider = await startServer(async (request, response) => {
    revoked.push(await text(request));
    response.end();
  });
  const providers = join(mkdtempSync(join(tmpdir(), 'testing-time-')), 'providers.mjs');
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
});

/** A person who has signed in, and is asked for consent. */
async function signIn(session: string | null = null) {
  const page = await fetch(`${connect.connectUrl}?client_id=${connect.clientId}`);
  const [, flow_token = ''] = /"flow_token":"([^"]+)"/.exec(await page.text()) ?? [];
  const send = async (step: string, body: object) => {
    const response = await fetch(`${connect.connectUrl}/flow/${step}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ flow_token, ...body }),
    });
    return (await response.json()) as { readonly step?: string; readonly code?: string };
  };
  const nonce = 'n'.repeat(43);
  await send('start', { origin: 'http://localhost:3000', nonce, state: null, session });
  await send('provider', { provider_id: 'own' });
  const { step } = await send('login', { username: 'pat', password: 'any' });
  expect(step).toBe('consent');
  return { send };
}

describe('advance', () => {
  it('ends what is over, sends the events, and revokes the grants', async () => {
    const received: ConnectEvent[] = [];
    await connect.onEvent((event) => void received.push(event));
    const { sessionId } = await connect.createSession({ expiresInSeconds: 3600 });
    await signIn();
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
});
