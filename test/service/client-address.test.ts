import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/connect/service/config.ts';
import {
  parseTrustedProxies,
  readClientAddress,
} from '../../src/connect/service/http/client-address.ts';
import { createTestService, type TestService } from './harness.ts';
import { inTurn, readStatus } from './world.ts';

/** The connection, as node-server passes it to an app. */
const connectionFrom = (remoteAddress: string | undefined) => ({
  incoming: { socket: { remoteAddress, remotePort: 50_000, remoteFamily: 'IPv4' } },
});

interface Sent {
  readonly by: string | undefined;
  readonly forwardedFor?: string;
}

async function readAs(trusted: string, { by, forwardedFor }: Sent): Promise<string> {
  const proxies = parseTrustedProxies(trusted);
  if (!proxies) throw new Error(`${trusted} is invalid.`);
  const app = new Hono().get('/', (context) => context.text(readClientAddress(context, proxies)));
  const headers = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor };
  return await (await app.request('/', { headers }, connectionFrom(by))).text();
}

describe('with TRUST_PROXY', () => {
  it.each([
    // Off: the header is never trusted.
    ['off', '10.0.0.1', '192.0.2.7', '10.0.0.1'],
    ['0', '127.0.0.1', '192.0.2.7', '127.0.0.1'],
    // One proxy in a private network: the last entry is its client.
    ['1', '10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['1', '::ffff:10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['1', 'fe80::1%eth0', '192.0.2.7', '192.0.2.7'],
    ['1', '127.0.0.1', '198.51.100.1, 192.0.2.7', '192.0.2.7'],
    ['1', '10.0.0.1', undefined, '10.0.0.1'],
    // The client's own text may be long; its address is behind it.
    ['1', '10.0.0.1', `${'1.1.1.1, '.repeat(200)}192.0.2.7`, '192.0.2.7'],
    ['1', '10.0.0.1', 'not an address', '10.0.0.1'],
    // A stranger connects from a public address.
    ['1', '203.0.113.9', '192.0.2.7', '203.0.113.9'],
    ['1', '2001:db8::9', '192.0.2.7', '2001:db8::9'],
    // Several proxies, at most ten.
    ['2', '10.0.0.1', '1.1.1.1, 192.0.2.7, 10.0.0.2', '192.0.2.7'],
    ['10', '10.0.0.1', '192.0.2.7', '192.0.2.7'],
    // The proxies are listed by address: the peer must be listed, and so must each proxy before it.
    ['10.0.0.0/8', '10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['10.0.0.0/8', '127.0.0.1', '192.0.2.7', '127.0.0.1'],
    ['10.0.0.0/8', '203.0.113.9', '192.0.2.7', '203.0.113.9'],
    ['10.0.0.0/8', '::ffff:10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['10.0.0.0/8', '10.0.0.1', '1.1.1.1, 192.0.2.7, 10.9.9.9', '192.0.2.7'],
    ['10.0.0.0/8', '10.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['10.0.0.0/8', '10.0.0.1', '192.0.2.7, what is this?', '10.0.0.1'],
    ['203.0.113.9, fd00::/8', '203.0.113.9', '192.0.2.7', '192.0.2.7'],
    ['203.0.113.9, fd00::/8', 'fd00::1', '[2001:db8::1]:5000', '2001:db8::1'],
    ['203.0.113.9, fd00::/8', '203.0.113.8', '192.0.2.7', '203.0.113.8'],
    // A closed connection has no address, and is not a proxy.
    ['1', undefined, '192.0.2.7', 'unknown'],
  ])('with %s, a connection from %s with X-Forwarded-For %s counts as %s', async (...row) => {
    const [trusted, by, forwardedFor, expected] = row;

    expect(await readAs(trusted, { by, ...(forwardedFor && { forwardedFor }) })).toBe(expected);
  });

  it.each([
    ...['on', 'yes', 'true', '11', '-1', '1.5', 'proxy.example', '10.0.0.0/33', 'fd00::/129'],
    ...['10.0.0.0/', '10.0.0.0/8/8', '0.0.0.0/0', '::/0', '10.0.0.0/8,', '300.1.1.1', '1 2'],
  ])('%j the service does not start, and lists the valid values', (text) => {
    expect(() => readConfig({ TRUST_PROXY: text })).toThrow(
      `TRUST_PROXY must be off, the number of proxies in front of the service, such as 1, or their addresses, such as 10.0.0.0/8, fd00::/8; got ${JSON.stringify(text)}.`,
    );
  });
});

const open = (service: TestService, remoteAddress: string, index: number) =>
  service.app.request(
    '/connect?client_id=test_app',
    { headers: { 'X-Forwarded-For': `192.0.2.${index}` } },
    connectionFrom(remoteAddress),
  );
const openThrice = async (remoteAddress: string) => {
  const service = await createTestService({
    config: { trustedProxies: readConfig({ TRUST_PROXY: '10.0.0.0/8' }).trustedProxies },
    rateLimits: { pages: { max: 2, windowMs: 60_000 } },
  });
  const statuses = await inTurn(3, (index) => readStatus(open(service, remoteAddress, index)));
  return { statuses, log: service.readLog() };
};

it('a direct connection with a forged X-Forwarded-For is limited by its own address, and logged once; a proxy is neither', {
  tags: ['threat-39'],
}, async () => {
  const direct = await openThrice('203.0.113.9');
  const control = await openThrice('10.0.0.1');

  expect(direct.statuses).toEqual([200, 200, 429]);
  expect(control.statuses).toEqual([200, 200, 200]);
  const sentence =
    /X-Forwarded-For is ignored: TRUST_PROXY does not name the address that sent it/g;
  expect(direct.log.match(sentence)).toHaveLength(1);
  expect(direct.log).toContain('"address":"203.0.113.9"');
  expect(control.log).not.toMatch(sentence);
});
