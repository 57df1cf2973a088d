import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../src/cli/command-line.ts';
import { assertReach, describeReach } from '../../src/cli/exposure.ts';
import { findFreePort } from '../support/free-port.ts';
import { start, stopAll } from './local-world.ts';

afterEach(stopAll);

function readDev(...words: readonly string[]) {
  const command = parseCommandLine(['dev', ...words]);
  if (command.name !== 'dev') throw new Error(`Not dev, but ${command.name}.`);
  return command.options;
}

/** The status of a request that names this host. */
const ask = (listenPort: number, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request({
      port: listenPort,
      host: '127.0.0.1',
      path: '/livez',
      headers: { host },
    });
    sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    sent.end();
  });

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
    const hosts = ['sandbox.tunnel.example', `localhost:${listenPort}`, `127.0.0.1:${listenPort}`];
    for (const host of hosts) expect(await ask(listenPort, host)).toBe(200);
    for (const host of [
      'evil.example',
      `192.0.2.7:${listenPort}`,
      'sandbox.tunnel.example.evil.example',
    ]) {
      expect(await ask(listenPort, host)).toBe(421);
    }
  });

  it('answers on loopback only where it has no public URL', async () => {
    const { url } = await start({ exposure: { ownReceiver: undefined } });
    const port = Number(new URL(url).port);
    expect([await ask(port, `localhost:${port}`), await ask(port, 'rebound.example')]).toEqual([
      200, 421,
    ]);
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
