import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../../support/service-process.ts';
import { createBlankDatabase, describeDatabase } from '../database.ts';
import { actAt, issueCodes, post, startLoginAt } from '../network.ts';
import { credentials, hostOrigin, nonce, testApplication } from '../test-application.ts';

const poor = { ...testApplication, client_id: 'poor_app', submission_limit: 5 };

let service: ServiceBuild;
let processes: readonly ServiceProcess[];

beforeAll(async () => {
  service = await buildService();
  // Both find a database without tables, and create them at once.
  const environment = {
    ...describeDatabase(await createBlankDatabase()),
    DASHBOARD_PASSWORD: 'the same for both',
    SUBMISSION_LIMIT: '100000',
    TRUST_PROXY: '1',
    APPLICATIONS_FILE: service.write('applications.json', [testApplication, poor]),
  };
  processes = await Promise.all([service.start(environment), service.start(environment)]);
});

afterAll(() => service.remove());

/** The process of the n-th request. */
const urlOf = (index: number) => processes[index % processes.length]?.url ?? '';

/** On a busy machine, more requests at once wait longer for a connection to the database than the service lets them. */
const mostParallel = 200;

/** Sends this many requests to the processes in turn, in parallel; counts the responses by status. */
async function sendAll(count: number, send: (url: string) => Promise<Response>) {
  const counts: Record<number, number> = {};
  for (let first = 0; first < count; first += mostParallel) {
    const length = Math.min(mostParallel, count - first);
    const responses = await Promise.all(
      Array.from({ length }, (_, index) => send(urlOf(first + index))),
    );
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

describe('two processes on one database', () => {
  it('exchange a code once among 32 parallel requests', async () => {
    for (const code of await issueCodes(urlOf(0), 20)) {
      const counts = await sendAll(32, (url) =>
        post(`${url}/auth/token`, { ...credentials, code }),
      );

      expect(counts).toEqual({ 200: 1, 400: 31 });
    }
  });

  it('accept exactly 5 of 200 submissions when 5 are left', { tags: ['threat-32'] }, async () => {
    const body = { ...credentials, client_id: 'poor_app' };

    const counts = await sendAll(200, (url) => post(`${url}/sandbox/authorization_codes`, body));

    expect(counts).toEqual({ 201: 5, 403: 195 });
  });

  it('make a network wait at both, and count logins together', async () => {
    const flow = await startLoginAt(urlOf(0));

    const guesses = await sendAll(290, (url) => flow.logInAt(url, 'user_good', 'guess'));
    const waiting = await flow.logInAt(urlOf(1), 'user_good');
    const control = await flow.logInAt(urlOf(1), 'user_bad');
    const rest = await sendAll(20, (url) => flow.logInAt(url, 'user_bad'));

    expect(guesses).toEqual({ 401: 10, 429: 280 });
    expect([waiting.status, control.status]).toEqual([429, 401]);
    expect(rest).toEqual({ 401: 8, 429: 12 });
  });

  it('count documents together', async () => {
    const openFrom = (url: string, address: string) =>
      fetch(`${url}/connect?client_id=test_app`, { headers: { 'X-Forwarded-For': address } });

    const counts = await sendAll(1220, (url) => openFrom(url, '192.0.2.1'));
    const control = await openFrom(urlOf(1), '192.0.2.2');

    expect(counts).toEqual({ 200: 1200, 429: 20 });
    expect(control.status).toBe(200);
  });

  it('count wrong secrets together, and never refuse the right one', async () => {
    const wrong = { client_id: 'poor_app', client_secret: 'wrong', code: 'x' };

    const counts = await sendAll(1010, (url) => post(`${url}/auth/token`, wrong));
    const right = { ...wrong, client_secret: testApplication.client_secret };
    // The secret is right, so only the code is wrong.
    const served = await sendAll(2, (url) => post(`${url}/auth/token`, right));

    expect(counts).toEqual({ 401: 1000, 429: 10 });
    expect(served).toEqual({ 400: 2 });
  });

  it('join a frame and a popup, and each gets the other’s events', async () => {
    const handoff = 'h'.repeat(43);
    const { frame, heard } = await startWaiting(handoff);
    const popup = await openDocument(1);
    await expect.poll(() => popup.send('ask', { handoff }).then(({ status }) => status)).toBe(200);
    expect((await popup.send('join', { handoff })).status).toBe(200);
    await popup.pick('sandbox');
    await popup.logIn();
    await popup.send('consent', { decision: 'allow' });

    expect(await heard).toContain('"step":"allowed"');
    const { code } = await frame.read('code');
    expect((await actAt(urlOf(1)).exchange({ code })).status).toBe(200);
  });

  it('end their streams cleanly when they are stopped', async () => {
    const { heard } = await startWaiting('i'.repeat(43));

    expect(await processes[0]?.end('SIGTERM')).toBe(0);
    expect(await heard).toContain('"handoff":"waiting"');
  });
});

/** Opens a document of the host's at one of the processes. */
async function openDocument(index: number) {
  const acts = actAt(urlOf(index));
  const headers = { Referer: `${hostOrigin}/`, 'X-Forwarded-For': '192.0.2.3' };
  return acts.createFlow(await acts.openPage('client_id=test_app', headers), headers);
}

/** A frame at the first process waits for a popup. */
async function startWaiting(handoff: string) {
  const frame = await openDocument(0);
  await frame.send('start', { origin: hostOrigin, nonce, state: null });
  await frame.send('handoff', { handoff, provider_id: null });
  const stream = await frame.send('events');
  return { frame, heard: stream.text() };
}
