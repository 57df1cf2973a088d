import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { isLongRun } from '../support/extent.ts';
import { start, stopAll } from './local-world.ts';
import { actAt } from './network.ts';

const folder = mkdtempSync(join(tmpdir(), 'tax-connect-local-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

afterEach(async () => {
  vi.useRealTimers();
  await stopAll();
});

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const module = `
const answer = async () => ({ status: 'refused' });
const provider = (id, begin) => ({ info: { id, name: id, domain: id + '.example' }, begin, answer });
export default [
  provider('wrong-field', async () => ({ status: 'accepted', subject: 's', label: 7, grant: 'secret' })),
  provider('loops', async () => { const error = new Error('loop'); error.cause = error; throw error; }),
  provider('hangs', () => new Promise(() => {})),
];`;

/** Signs in at a provider, and returns the text that the developer reads. */
async function logInAt(providerId: string): Promise<string> {
  const messages: string[] = [];
  const service = await start({
    providersModule: write('providers.mjs', module),
    onMessage: ({ text }) => messages.push(text),
  });
  await actAt(service.url).signIn({ providerId, username: 'me', password: 'mine' });
  return messages.join('\n');
}

describe('the developer of a plug-in is told', () => {
  it('five causes of an error that is its own cause', async () => {
    expect((await logInAt('loops')).match(/caused by/g)).toHaveLength(5);
  });

  it('the wrong field of its answer, and never the answer', async () => {
    const told = await logInAt('wrong-field');

    expect(told).toBe(
      'wrong-field: provider failed: returned an invalid value at label: expected string',
    );
  });

  it('that it did not answer in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = logInAt('hangs');
    let isDone = false;
    void asked.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(100);
    }

    expect(await asked).toMatch(/^hangs: provider failed: Error: no answer within 20000 ms/);
  });
});

it('stops listening when a reset fails', async () => {
  const dataFolder = mkdtempSync(join(folder, 'data-'));
  const service = await start({ dataFolder });
  rmSync(dataFolder, { recursive: true });
  writeFileSync(dataFolder, 'a file');

  await expect(service.reset()).rejects.toThrow();

  await expect(fetch(service.url)).rejects.toThrow('fetch failed');
});

it('makes another key when the start that should have stored one was killed', async () => {
  const dataFolder = mkdtempSync(join(folder, 'data-'));
  writeFileSync(join(dataFolder, 'grant-key'), '');
  const service = await start({ dataFolder });

  expect(await service.onEvent('http://localhost:3000/')).toHaveProperty('secret');
});

describe('a service that is closed', () => {
  it('while it is reset, does not start again', async () => {
    const service = await start();
    const resets = [service.reset(), service.reset()];
    await service.close();
    await Promise.all(resets);
    await service.reset();
    await expect(fetch(`${service.url}/livez`)).rejects.toThrow('fetch failed');
  });

  it('drops the answers that failNext delays', async () => {
    const service = await start();
    const ask = () => fetch(`${service.url}/livez`).then(({ status }) => status);
    service.failNext('/livez', { delayMs: 3_600_000 });
    // Either may come first.
    const asked = [ask(), ask()];
    expect(await Promise.race(asked)).toBe(200);
    const [ended] = await Promise.all([Promise.allSettled(asked), service.close()]);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

it.each([Number.NaN, undefined, '1000', -1, Number.POSITIVE_INFINITY, 1e15])(
  'refuses to advance the clock by %s, and works on',
  async (duration) => {
    const service = await start();
    await expect(service.advance(duration as number)).rejects.toThrow(
      /^advance: give milliseconds/,
    );
    await service.advance(0);
    expect((await fetch(`${service.url}/connect?client_id=test_app`)).status).toBe(200);
  },
);

it.runIf(isLongRun)(
  'remembers the last 2,000 requests, because a sandbox may run for weeks',
  async () => {
    const service = await start();
    const ask = async () => (await fetch(`${service.url}/livez`)).text();
    for (let round = 0; round < 42; round += 1) await Promise.all(Array.from({ length: 50 }, ask));

    const paths = service.requests().map(({ path }) => path);
    rmSync(folder, { recursive: true, force: true });

    expect(paths).toHaveLength(2000);
    expect(paths.at(-1)).toBe('/livez');
  },
);
