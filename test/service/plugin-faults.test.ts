import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../support/extent.ts';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../support/service-process.ts';
import { createBlankDatabase, isPostgres } from './database.ts';
import { hostOrigin, liveApplication, nonce, readError } from './harness.ts';
import { post } from './network.ts';

/*
 * The table of faults, against the built service in a separate process: whatever one plug-in does, its own
 * users hear that the provider is not available, and the users of others notice nothing.
 */

const application = { ...liveApplication, origins: [hostOrigin] };

/** Each by what its `begin` does. `late` says whether the answer takes until the service waits no longer. */
const faults = [
  { name: 'throws', body: "throw new Error('fault');" },
  { name: 'rejects with no error', body: 'return Promise.reject(null);' },
  { name: 'answers nothing', body: 'return undefined;' },
  { name: 'answers another shape', body: "return { status: 'accepted', subject: 7 };" },
  {
    name: 'answers what throws when it is read',
    body: "return { get status() { throw new Error('fault'); } };",
  },
  {
    name: 'answers a structure 100,000 deep',
    body: `let state = {}; for (let i = 0; i < 100_000; i += 1) state = { state };
      return { status: 'challenge', kind: 'code', prompt: '', state };`,
  },
  {
    name: 'answers 50 MB',
    body: "return { status: 'challenge', kind: 'code', prompt: 'x'.repeat(5e7), state: null };",
  },
  {
    name: 'throws in a timer besides',
    body: "setTimeout(() => { throw new Error('stray'); }); throw new Error('fault');",
  },
  {
    name: 'leaves a rejection that no one handles',
    body: "void Promise.reject(new Error('stray')); throw new Error('fault');",
  },
  { name: 'hangs', body: 'return new Promise(() => {});', isLate: true },
  {
    name: 'answers after it was told to stop',
    body: 'return new Promise((resolve) => setTimeout(resolve, 21_000));',
    isLate: true,
  },
] as const satisfies readonly { name: string; body: string; isLate?: boolean }[];

const moduleText = `
const info = (id) => ({ id, name: id, domain: id + '.example' });
const accepted = async () => ({ status: 'accepted', subject: 's', label: 's' });
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export default [
  { info: info('good'), begin: accepted, answer: accepted },
  { info: info('slow'), begin: async () => { await sleep(5000); return await accepted(); }, answer: accepted },
  ${faults.map(({ body }, index) => `{ info: info('fault-${index}'), begin() { ${body} }, answer: accepted },`).join('\n')}
];`;

describe.runIf(isLongRun)('while a plug-in is at fault', () => {
  let build: ServiceBuild;
  let service: ServiceProcess;
  /** Milliseconds that a login at the good provider takes when all is well. */
  let usualMs: number;

  beforeAll(async () => {
    build = await buildService();
    const module = join(build.folder, 'faulty.mjs');
    writeFileSync(module, moduleText);
    service = await build.start({
      APPLICATIONS_FILE: build.write('applications.json', [application]),
      PROVIDERS_MODULE: module,
      TRUST_PROXY: '1',
      GRANT_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...(isPostgres
        ? { DATABASE_URL: await createBlankDatabase() }
        : { DATA_DIR: join(build.folder, 'data') }),
    });
    await measureOthers();
    usualMs = await measureOthers();
  }, 120_000);

  afterAll(() => build?.remove());

  /** Each login comes from another network, or the limits of one would end the test. */
  let networks = 0;

  async function startAt(provider_id: string) {
    networks += 1;
    const from = { 'X-Forwarded-For': `10.${networks >> 8}.${networks & 255}.1` };
    const send = (step: string, body: object) =>
      post(`${service.url}/connect/flow/${step}`, body, {
        'Sec-Fetch-Site': 'same-origin',
        ...from,
      });
    const address = `${service.url}/connect?client_id=${application.client_id}`;
    const page = await fetch(address, { headers: from });
    const [, flow_token = ''] = /"flow_token":"([^"]+)"/.exec(await page.text()) ?? [];
    await send('start', { flow_token, origin: hostOrigin, nonce, state: null });
    await send('provider', { flow_token, provider_id });
    return () => send('login', { flow_token, username: 'me', password: 'mine' });
  }

  /** @returns the median of some logins at the good provider, in milliseconds */
  async function measureOthers(): Promise<number> {
    const times: number[] = [];
    for (let count = 0; count < 15; count += 1) {
      const logIn = await startAt('good');
      const start = performance.now();
      expect((await logIn()).status).toBe(200);
      times.push(performance.now() - start);
    }
    return times.sort((one, other) => one - other)[7] ?? 0;
  }

  it.each(faults)('that $name, others are served as usual', async (fault) => {
    const isLate = 'isLate' in fault;
    const logins = await Promise.all(
      Array.from({ length: 5 }, () => startAt(`fault-${faults.indexOf(fault)}`)),
    );
    const asked = logins.map((logIn) => logIn());
    let hasAnswered = false;
    void asked[0]?.then(() => {
      hasAnswered = true;
    });
    const meanwhileMs = await measureOthers();
    // Otherwise it proves nothing that the others are done.
    if (isLate) expect(hasAnswered).toBe(false);
    const answers = await Promise.all((await Promise.all(asked)).map(readError));
    const afterMs = await measureOthers();

    process.stdout.write(
      `| ${fault.name} | ${meanwhileMs.toFixed(1)} | ${afterMs.toFixed(1)} | usual: ${usualMs.toFixed(1)} |\n`,
    );
    expect(answers).toEqual(answers.map(() => [502, 'provider_unavailable']));
    // A busy machine doubles a time; a service that waits for a plug-in takes a thousandfold.
    expect(Math.max(meanwhileMs, afterMs)).toBeLessThan(20 * Math.max(usualMs, 2));
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  });

  it('that is slow but in time, its own users go on, and others are served as usual', async () => {
    const logIn = await startAt('slow');
    const asked = logIn();
    const meanwhileMs = await measureOthers();

    expect((await asked).status).toBe(200);
    expect(meanwhileMs).toBeLessThan(20 * Math.max(usualMs, 2));
  });
});
