import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../../support/service-process.ts';
import { createBlankDatabase, describeDatabase } from '../database.ts';
import { hostOrigin, nonce, testApplication } from '../harness.ts';
import { actAt } from '../network.ts';

let service: ServiceBuild;
let processes: readonly ServiceProcess[];

beforeAll(async () => {
  service = await buildService();
  const environment = {
    ...describeDatabase(await createBlankDatabase()),
    DASHBOARD_PASSWORD: 'the same for both',
    APPLICATIONS_FILE: service.write('applications.json', [testApplication]),
  };
  processes = await Promise.all([service.start(environment), service.start(environment)]);
});

afterAll(() => service.remove());

const urlOf = (index: number) => processes[index]?.url ?? '';

/** Opens a document of the flow at one of the processes. */
async function openDocument(index: number) {
  const acts = actAt(urlOf(index));
  const referrer = { Referer: `${hostOrigin}/` };
  return acts.createFlow(await acts.openPage('client_id=test_app', referrer));
}

/** Collects all events of a stream. */
async function startWaiting(handoff: string) {
  const frame = await openDocument(0);
  await frame.send('start', { origin: hostOrigin, nonce, state: null });
  await frame.send('handoff', { handoff, provider_id: null });
  const stream = await frame.send('events');
  return { frame, heard: stream.text() };
}

it('joins a frame and a popup at two processes, and each gets the other’s events', async () => {
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
  const exchanged = await actAt(urlOf(1)).exchange({ code });
  expect(exchanged.status).toBe(200);
});

it('ends its streams cleanly when it is stopped', async () => {
  const { heard } = await startWaiting('i'.repeat(43));
  const [first] = processes;
  const code = await first?.end('SIGTERM');
  expect(code).toBe(0);
  expect(await heard).toContain('"handoff":"waiting"');
});
