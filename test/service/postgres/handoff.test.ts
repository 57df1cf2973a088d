import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../../support/service-process.ts';
import { createBlankDatabase, describeDatabase } from '../database.ts';
import { credentials, hostOrigin, nonce, testApplication } from '../harness.ts';
import { post } from '../network.ts';

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
}, 60_000);

afterAll(() => service.remove());

const urlOf = (index: number) => processes[index]?.url ?? '';

/** Opens a document of the flow at one of the processes. */
async function openDocument(index: number) {
  const headers = { Referer: `${hostOrigin}/` };
  const html = await (
    await fetch(`${urlOf(index)}/connect?client_id=test_app`, { headers })
  ).text();
  const [, flow_token = ''] = /"flow_token":"([\da-f]+)"/.exec(html) ?? [];
  return (step: string, fields: object = {}) =>
    post(
      `${urlOf(index)}/connect/flow/${step}`,
      { flow_token, ...fields },
      { 'Sec-Fetch-Site': 'same-origin' },
    );
}

/** Collects all events of a stream. */
async function startWaiting(handoff: string) {
  const frame = await openDocument(0);
  await frame('start', { origin: hostOrigin, nonce, state: null });
  await frame('handoff', { handoff, provider_id: null });
  const stream = await frame('events');
  return { frame, heard: stream.text() };
}

it('joins a frame and a popup at two processes, and each gets the other’s events', async () => {
  const handoff = 'h'.repeat(43);
  const { frame, heard } = await startWaiting(handoff);
  const popup = await openDocument(1);
  await expect.poll(() => popup('ask', { handoff }).then(({ status }) => status)).toBe(200);
  expect((await popup('join', { handoff })).status).toBe(200);
  await popup('provider', { provider_id: 'sandbox' });
  await popup('login', { username: 'user_good', password: 'pass_good' });
  await popup('consent', { decision: 'allow' });

  expect(await heard).toContain('"step":"allowed"');
  const { code } = (await (await frame('code')).json()) as { code: string };
  const exchanged = await post(`${urlOf(1)}/auth/token`, { ...credentials, code });
  expect(exchanged.status).toBe(200);
});

it('ends its streams cleanly when it is stopped', async () => {
  const { heard } = await startWaiting('i'.repeat(43));
  const [first] = processes;
  const code = await first?.end('SIGTERM');
  expect(code).toBe(0);
  expect(await heard).toContain('"handoff":"waiting"');
});
