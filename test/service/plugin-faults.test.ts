import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../support/extent.ts';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../support/service-process.ts';
import { createBlankDatabase, describeDatabase, isPostgres } from './database.ts';
import { hostOrigin, liveApplication, nonce, readError } from './harness.ts';
import { actAt } from './network.ts';

/*
 * The faults that may reach the process, against the built service. `providers.test.ts` and `stray-errors.test.ts` have
 * others. Users of the faulty plug-in see that it is not available, and users of other providers notice nothing.
 */

const application = { ...liveApplication, origins: [hostOrigin] };

/** The body of each faulty `begin`. `late`: the answer takes longer than the service waits. */
const faults = [
  {
    name: 'returns a structure 100,000 levels deep',
    body: `let state = {}; for (let i = 0; i < 100_000; i += 1) state = { state };
      return { status: 'challenge', kind: 'code', prompt: '', state };`,
  },
  {
    name: 'answers 50 MB',
    body: "return { status: 'challenge', kind: 'code', prompt: 'x'.repeat(5e7), state: null };",
  },
  {
    name: 'throws, also in a listener of its signal',
    body: `context.signal.addEventListener('abort', () => { throw new Error('stray'); });
      return new Promise(() => {});`,
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
  ${faults.map(({ body }, index) => `{ info: info('fault-${index}'), begin(_, context) { ${body} }, answer: accepted },`).join('\n')}
];`;

describe.runIf(isLongRun)('while a plug-in is at fault', () => {
  let build: ServiceBuild;
  let service: ServiceProcess;
  /** The usual duration of a login at the good provider, in milliseconds. */
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
        ? describeDatabase(await createBlankDatabase())
        : { DATA_DIR: join(build.folder, 'data') }),
    });
    await measureOthers();
    usualMs = await measureOthers();
  });

  afterAll(() => build?.remove());

  /** Each login comes from another network. Otherwise the limits of one network would end the test. */
  let networks = 0;

  async function startAt(provider_id: string) {
    networks += 1;
    const acts = actAt(service.url);
    const from = {
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': `10.${networks >> 8}.${networks & 255}.1`,
    };
    const token = await acts.openPage(`client_id=${application.client_id}`, from);
    const flow = acts.createFlow(token, from);
    await flow.send('start', { origin: hostOrigin, nonce, state: null });
    await flow.pick(provider_id);
    return () => flow.logIn('me', 'mine');
  }

  /** @returns the median duration of some logins at the good provider, in milliseconds */
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

  it.each(faults)('that $name, users of other providers are served as usual', async (fault) => {
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
    // Otherwise the other logins would prove nothing.
    if (isLate) expect(hasAnswered).toBe(false);
    const answers = await Promise.all((await Promise.all(asked)).map(readError));
    const afterMs = await measureOthers();

    process.stdout.write(
      `| ${fault.name} | ${meanwhileMs.toFixed(1)} | ${afterMs.toFixed(1)} | usual: ${usualMs.toFixed(1)} |\n`,
    );
    expect(answers).toEqual(answers.map(() => [502, 'provider_unavailable']));
    // On a busy machine the time may double. If the service waited for a plug-in, it would grow a
    // thousandfold.
    expect(Math.max(meanwhileMs, afterMs)).toBeLessThan(20 * Math.max(usualMs, 2));
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  });

  it('that is slow but in time, its users continue, and others are served as usual', async () => {
    const logIn = await startAt('slow');
    const asked = logIn();
    const meanwhileMs = await measureOthers();

    expect((await asked).status).toBe(200);
    expect(meanwhileMs).toBeLessThan(20 * Math.max(usualMs, 2));
  });
});
