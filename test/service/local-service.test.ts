import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseCommandLine } from '../../src/cli/command-line.ts';
import { assertReach, describeReach } from '../../src/cli/exposure.ts';
import {
  type LocalOptions,
  type LocalService,
  startLocalService,
} from '../../src/connect/service/local/local-service.ts';
import { findFreePort } from '../support/free-port.ts';
import { ask } from '../unit/server/raw-http.ts';
import { createFolder } from './database.ts';
import { actAt } from './network.ts';
import { moveClock, stopClock } from './stopped-clock.ts';
import { credentials } from './test-application.ts';
import { answerWith, startReceiver } from './webhook-world.ts';
import { readError } from './world.ts';

/** Starts a sandbox on a free port. */
async function start(more: Partial<LocalOptions> = {}): Promise<LocalService> {
  const service = await startLocalService({
    listenPort: 0,
    application: { ...credentials, origins: [], redirect_uris: [] },
    ...more,
  });
  onTestFinished(() => service.close());
  return service;
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
  const providersModule = join(createFolder(), 'providers.mjs');
  writeFileSync(providersModule, module);
  const service = await start({
    providersModule,
    onMessage: ({ text }) => messages.push(text),
  });
  // Only the end of the service before it is not reported.
  await service.reset();
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
    stopClock();
    const { value: told } = await moveClock(logInAt('hangs'));

    expect(told).toMatch(/^hangs: provider failed: Error: no answer within 20000 ms/);
  });
});

it('stops listening when a reset fails', async () => {
  const dataFolder = createFolder();
  const service = await start({ dataFolder });
  rmSync(dataFolder, { recursive: true });
  writeFileSync(dataFolder, 'a file');

  await expect(service.reset()).rejects.toThrow();

  await expect(fetch(service.url)).rejects.toThrow('fetch failed');
});

it('switches a webhook on that is added again after its receiver has answered 410', async () => {
  const service = await start();
  const receiver = await startReceiver(answerWith(410));
  const send = async () => {
    await service.sendEvent({ type: 'provider.available', data: { provider_id: 'sandbox' } });
    await service.deliverEvents();
    return receiver.received.length;
  };
  const { secret } = await service.onEvent(receiver.url);
  const counts = [await send(), await send()];
  await service.onEvent(receiver.url, secret);
  counts.push(await send());

  expect(counts).toEqual([1, 1, 2]);
});

it('signs events after a restart with the key that it has stored', async () => {
  const dataFolder = createFolder();
  const receiver = await startReceiver();
  const first = await start({ dataFolder });
  await first.onEvent(receiver.url);
  await first.close();
  const second = await start({ dataFolder });
  await second.sendEvent({ type: 'provider.available', data: { provider_id: 'sandbox' } });
  await second.deliverEvents();

  expect(receiver.received).toHaveLength(1);
});

it('ends the wait of a slow sign-in when its clock is moved', async () => {
  const service = await start();
  const flow = await actAt(service.url).startLogin();
  const over = vi.fn();
  const answered = flow.logIn('user_slow').finally(over);
  // The sign-in takes five seconds.
  await vi.waitFor(
    async () => {
      await service.advance(1000);
      expect(over).toHaveBeenCalledOnce();
    },
    { timeout: 4000 },
  );

  expect((await answered).status).toBe(200);
});

it('issues no code under a limit of 0', async () => {
  const { url } = await start({ submissionLimit: 0 });
  const refused = actAt(url).post('/sandbox/authorization_codes', credentials);
  expect(await readError(refused)).toEqual([403, 'submission_limit_reached']);
});

it('makes another key when the start that should have stored one was killed', async () => {
  const dataFolder = createFolder();
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

function readDev(...words: readonly string[]) {
  const command = parseCommandLine(['dev', ...words]);
  if (command.name !== 'dev') throw new Error(`Not dev, but ${command.name}.`);
  return command.options;
}

/** The status of a request that names this host. */
const askAs = async (host: string, port: number) =>
  (await ask({ port }, 'GET /livez', { headers: { Host: host } })).status;

const publicUrl = 'https://sandbox.tunnel.example';

describe('the options --host and --public-url', () => {
  it.each([
    [['--host', 'my-machine'], '--host must be an IP address'],
    [['--host', '192.0.2.7'], 'add --public-url'],
    [
      ['--host', '0.0.0.0', '--public-url', 'http://192.0.2.7:4400'],
      '--public-url must be an https',
    ],
    [['--public-url', 'https://name.example/connect'], '--public-url must be an https origin'],
    [['--public-url', 'name.example'], '--public-url must be an https origin'],
    [['--host', '0.0.0.0', '--providers', 'mine.mjs'], 'Add --allow-providers'],
    [['--public-url', publicUrl, '--providers', 'mine.mjs'], 'Add --allow-providers'],
  ])('refuse %j and say what to do', (words, sentence) => {
    expect(() => assertReach(readDev(...words))).toThrow(sentence);
  });

  it.each([
    [[]],
    [['--host', '0.0.0.0']],
    [['--host', '::', '--public-url', publicUrl]],
    [['--host', '192.0.2.7', '--public-url', `${publicUrl}/`]],
    [['--host', '127.0.0.1', '--public-url', 'http://localhost:8080', '--providers', 'mine.mjs']],
    [['--public-url', publicUrl, '--providers', 'mine.mjs', '--allow-providers']],
  ])('take %j', (words) => {
    expect(() => assertReach(readDev(...words))).not.toThrow();
  });

  it('say who can reach the sandbox, with a QR code for a phone', () => {
    expect(describeReach(readDev(), 'http://localhost:4400')).toBe('');
    const inNetwork = describeReach(readDev('--host', '0.0.0.0'), 'http://localhost:4400');
    expect(inNetwork).toContain('Others can reach this sandbox.');
    expect(inNetwork).toContain('Pages work at http://localhost:4400 only.');
    expect(inNetwork).not.toMatch(/[█▀▄]/);
    const open = describeReach(readDev('--public-url', publicUrl), publicUrl);
    expect(open).toContain(`everyone who knows ${publicUrl}`);
    expect(open).toMatch(/[█▀▄]{5}/);
  });
});

describe('a sandbox that others can reach', () => {
  it('names itself by its public URL, and answers under that name and on loopback only', async () => {
    const listenPort = await findFreePort();
    const exposure = { ownReceiver: undefined };
    const service = await start({ publicUrl, listenAddress: '127.0.0.1', listenPort, exposure });
    expect(service.url).toBe(publicUrl);
    const own = ['sandbox.tunnel.example', `localhost:${listenPort}`, `127.0.0.1:${listenPort}`];
    for (const host of own) expect(await askAs(host, listenPort)).toBe(200);
    const foreign = ['evil.example', `192.0.2.7:${listenPort}`, `${own[0]}.evil.example`];
    for (const host of foreign) expect(await askAs(host, listenPort)).toBe(421);
  });

  it('answers on loopback only where it has no public URL', async () => {
    const { url } = await start({ exposure: { ownReceiver: undefined } });
    const port = Number(new URL(url).port);
    expect(await askAs(`localhost:${port}`, port)).toBe(200);
    expect(await askAs('rebound.example', port)).toBe(421);
  });

  it("lets no webhook lead to this machine but the developer's own", async () => {
    const own = 'http://localhost:3000/hooks';
    const service = await start({ exposure: { ownReceiver: own } });
    await expect(service.onEvent(own)).resolves.toMatchObject({ secret: expect.any(String) });
    for (const other of ['http://localhost:3000/admin', 'http://127.0.0.1:6379/']) {
      await expect(service.onEvent(other)).rejects.toThrow('public address');
    }
    const none = await start({ exposure: { ownReceiver: undefined } });
    await expect(none.onEvent(own)).rejects.toThrow('public address');
    // The control: a sandbox that only this machine can reach.
    const alone = await start({});
    await expect(alone.onEvent('http://127.0.0.1:6379/')).resolves.toBeDefined();
  });
});
