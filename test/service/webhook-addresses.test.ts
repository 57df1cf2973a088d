import { execSync } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findReceiverAddresses } from '../../src/connect/service/addresses/receiver-address.ts';
import {
  createSender,
  resolveHost as resolveWithDns,
} from '../../src/connect/service/events/send-webhook.ts';
import { findDelivery } from '../../src/connect/service/local/describe-log-line.ts';
import { listen } from '../support/listen.ts';
import { createFolder } from './database.ts';
import { createProviders } from './plugin-service.ts';
import { liveApplication } from './test-application.ts';
import {
  answerWith,
  createAdmin,
  serveOne,
  serveWebhooks,
  startReceiver,
} from './webhook-world.ts';
import { readError, readJson } from './world.ts';

/** The DNS of these tests: no name is asked of a real server. */
const names: Readonly<Record<string, readonly string[]>> = {
  'hooks.example': ['198.41.0.4'],
  'hooks.v6.example': ['2606:4700::1111'],
  'localtest.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'private.example': ['10.1.2.3', 'fd00::1'],
  'mixed.example': ['10.1.2.3', '198.41.0.4'],
};

async function resolveHost(hostname: string): Promise<readonly string[]> {
  const found = names[hostname];
  if (found) return found;
  throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
}

async function register(url: string, clientId: 'live_app' | 'test_app' = 'live_app') {
  const service = await serveWebhooks({ resolveHost });
  return await createAdmin(service, clientId).post('webhooks/add', { url, types: 'all' });
}

describe('a receiver that is registered', { tags: ['threat-58'] }, () => {
  it('needs GRANT_KEY, and says so', async () => {
    const service = await serveWebhooks({ providers: createProviders(undefined, []) });
    const hook = { url: 'http://localhost:3000/', types: 'all' };
    const answer = await createAdmin(service).post('webhooks/add', hook);

    expect(answer.status).toBe(501);
    expect(await readJson(answer)).toMatchObject({
      error: 'not_supported',
      error_description: expect.stringContaining('GRANT_KEY is not set'),
    });
  });

  it.each([
    ['plain http', 'http://hooks.example/'],
    ['another scheme', 'ftp://hooks.example/'],
    ['credentials', 'https://me:secret@hooks.example/'],
    ['a user without a name', 'https://@hooks.example/'],
    ['a fragment', 'https://hooks.example/#a'],
    ['a backslash', 'https://hooks.example\\@127.0.0.1/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback by another number', 'https://127.1.2.3/'],
    ['loopback by name', 'https://localhost/'],
    ['loopback by name and http', 'http://localhost/'],
    ['loopback by a name below localhost', 'https://app.localhost/'],
    ['a decimal IPv4 address', 'https://2130706433/'],
    ['a public address that is written in decimal', 'https://3324575748/'],
    ['the unspecified address', 'https://0.0.0.0/'],
    ['a private network', 'https://10.0.0.1/'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
    ['the network of a carrier', 'https://100.64.0.1/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['an IPv4 address in IPv6', 'https://[::ffff:7f00:1]/'],
    ['an IPv4 address in IPv6, of the old kind', 'https://[::127.0.0.1]/'],
    ['a translated IPv4 address', 'https://[64:ff9b::a00:1]/'],
    ['a tunnel of 6to4', 'https://[2002:7f00:1::]/'],
    ['a tunnel of Teredo', 'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'],
    ['a local IPv6 address', 'https://[fe80::1]/'],
    ['a private IPv6 address', 'https://[fd00::1]/'],
    ['a network of documentation', 'https://192.0.2.1/'],
    ['a broadcast', 'https://255.255.255.255/'],
    ['a translated local IPv4 address', 'https://[64:ff9b:1::1]/'],
    ['an IPv4 address that is translated in IPv6', 'https://[::ffff:0:7f00:1]/'],
    ['an IPv6 network of documentation', 'https://[2001:db8::1]/'],
    ['another IPv6 network of documentation', 'https://[3fff::1]/'],
    ['an IPv6 network without an owner', 'https://[4000::1]/'],
    ['a trailing dot', 'https://hooks.example./'],
    ['a trailing dot after localhost', 'https://localhost./'],
    ['dots of Unicode', 'https://127。0。0。1/'],
    ['digits of Unicode', 'https://①②⑦.⓪.⓪.①/'],
    ['an encoded host', 'https://%31%32%37.0.0.1/'],
    ['a name of loopback', 'https://localtest.example/'],
    ['a name of the metadata', 'https://metadata.example/'],
    ['a name of an IPv4 address in IPv6', 'https://mapped.example/'],
    ['a name of private addresses', 'https://private.example/'],
    ['no address', 'hooks.example'],
    ['no host', 'https:///hooks'],
  ])('is refused with %s', async (_, url) => {
    expect(await readError(register(url))).toEqual([400, 'invalid_request']);
  });

  it.each([
    'https://hooks.example/',
    'https://hooks.example',
    'https://hooks.example:8443/in?tenant=a%20b',
    'https://hooks.v6.example/',
    'https://mixed.example/',
    'https://198.41.0.4/',
    'https://[2606:4700::1111]/',
    'https://[64:ff9b::c629:4]/',
    'https://[::ffff:808:808]/',
    'https://no-address-yet.example/',
  ])('is accepted: %s', { tags: ['control-58'] }, async (url) => {
    expect((await register(url)).status).toBe(201);
  });

  it.each(['http://localhost:3000/hooks', 'http://127.0.0.1:3000/', 'https://app.localhost/'])(
    'may be on this machine for a test application of a local service: %s',
    async (url) => {
      const elsewhere = await serveWebhooks({ config: { publicUrl: 'https://connect.example' } });
      const body = { url, types: 'all' };

      expect((await register(url, 'test_app')).status).toBe(201);
      expect((await createAdmin(elsewhere).post('webhooks/add', body)).status).toBe(400);
    },
  );

  it.each([
    ['https://private.example/', 201],
    ['https://10.0.0.5/', 201],
    ['https://[fd00::5]/', 201],
    ['http://private.example/', 400],
    ['https://10.0.0.6/', 400],
    ['https://metadata.example/', 400],
  ])('may be a private host that the operator named: %s answers %i', async (url, status) => {
    const webhookAllowHosts = ['private.example', '10.0.0.5', 'fd00::5'];
    const service = await serveWebhooks({ resolveHost, config: { webhookAllowHosts } });
    const hook = { url, types: 'all' };
    expect((await createAdmin(service, 'live_app').post('webhooks/add', hook)).status).toBe(status);
  });

  it('says which rule it breaks', async () => {
    const description = async (url: string) => (await readJson(register(url))).error_description;

    expect(await description('https://private.example/')).toContain('WEBHOOK_ALLOW_HOSTS');
    expect(await description('https://2130706433/')).toContain('spell its host as 127.0.0.1');
    expect(await description('http://hooks.example/')).toContain('https');
    expect(await description('https://bücher.example/')).toContain('in ASCII');
  });
});

/** Sends to this address, without the service. @param allows - hosts by name, or loopback */
function send(url: string, allows: readonly string[] | 'loopback' = [], sender = createSender()) {
  const allowedHosts = new Set(allows === 'loopback' ? [] : allows);
  const rules = { allowedHosts, allowsLoopback: allows === 'loopback' };
  return sender({ url: new URL(url), body: '', headers: {}, rules });
}

function* repeat(text: string): Generator<string> {
  for (;;) yield text;
}

describe('a connection', { tags: ['threat-58'] }, () => {
  it.each([
    ['is not made, unless the operator has named the host', [], 'address_refused', 0],
    // This receiver does not speak TLS.
    ['is made to a host that the operator has named', ['hooks.example'], 'no_connection', 1],
  ])('to a newly private address %s', async (...[, webhookAllowHosts, problem, connections]) => {
    const receiver = await startReceiver();
    let address = '198.41.0.4';
    const service = await serveWebhooks({
      resolveHost: async () => [address],
      applications: [liveApplication],
      config: { webhookAllowHosts },
    });
    const admin = createAdmin(service, 'live_app');
    const { id } = await admin.add(`https://hooks.example:${receiver.port}/`);
    address = '127.0.0.1';
    await admin.test(id);
    await service.deliverDue();

    expect(await admin.listDeliveries(id)).toMatchObject([{ tries: [{ status: null, problem }] }]);
    expect(receiver.counts.connections).toBe(connections);
  });

  it('is made to no private address of a host that has a public one, too', async () => {
    const rules = { allowedHosts: new Set<string>(), allowsLoopback: false };
    const found = await findReceiverAddresses('mixed.example', rules, resolveHost);
    expect(found).toEqual(['198.41.0.4']);
  });

  const shut = `Bücher 😀 closed ${'x'.repeat(70_000)}`;
  it.each([
    [[], `${shut.slice(0, 1000)}…`],
    [['localhost'], null],
  ])('shows its last response, except of a named host: %j', async (webhookAllowHosts, response) => {
    const { admin, deliverAfter, id, receiver, send, service } = await serveOne(
      (answer) => answer.writeHead(503).end(shut),
      { config: { webhookAllowHosts } },
    );
    await send();
    await deliverAfter(6000);
    const failed = await admin.listDeliveries(id);
    receiver.answer = (answer) => answer.end('opened');
    await deliverAfter(90_000);

    const [first, second] = [
      { status: 503, response: null },
      { status: 503, response },
    ];
    expect(failed).toMatchObject([{ tries: [first, second] }]);
    expect(await admin.listDeliveries(id)).toMatchObject([
      { tries: [first, first, { status: 200, response: null }] },
    ]);
    expect(service.readLog()).not.toContain('closed');
  });

  it.each([200, 503])(
    'is closed when a response %i does not end',
    async (status) => {
      const endless = Readable.from(repeat('x'.repeat(16_384)));
      const receiver = await startReceiver((answer) => void endless.pipe(answer.writeHead(status)));

      expect(await send(receiver.url, 'loopback')).toMatchObject({ status });
      endless.destroy();
    },
    8000,
  );

  it('does not wait longer for the DNS than for a response', { timeout: 5000 }, async () => {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    const sent = send(
      'https://hooks.example/',
      [],
      createSender(() => new Promise(() => {})),
    );
    timeout.mockRestore();
    time.abort(new DOMException('10 s are over', 'TimeoutError'));

    expect(await sent).toEqual({ problem: 'timeout' });
  });

  it('asks the DNS for at most 5 s, and not with the few threads of Node', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let cancel = () => {};
    const silence = new Promise<never>((_, reject) => {
      cancel = () => reject(new Error('cancelled'));
    });
    const ipv4 = vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['198.41.0.4']);
    vi.spyOn(Resolver.prototype, 'resolve6').mockReturnValue(silence);
    vi.spyOn(Resolver.prototype, 'cancel').mockImplementation(cancel);
    const found = resolveWithDns('hooks.example', false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await found).toEqual(['198.41.0.4']);

    ipv4.mockRejectedValue(new Error('no answer'));
    expect(await send('https://hooks.example/')).toEqual({ problem: 'unknown_host' });
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN'])('is to an unknown host after %s', async (code) => {
    const resolve = () => Promise.reject(Object.assign(new Error('no host'), { code }));
    const sent = send('https://hooks.example/', [], createSender(resolve));
    expect(await sent).toEqual({ problem: 'unknown_host' });
  });

  it('is waited for longer than 300 ms before the next address of its host', async () => {
    // The receiver does not listen on the other address of localhost, [::1].
    const { url } = await startReceiver();
    const sent = send(url, 'loopback');
    await new Promise((resolve) => process.nextTick(resolve));
    // A busy process hears of its connection late, like that to a receiver far away.
    const end = performance.now() + 300;
    while (performance.now() < end);

    expect(await sent).toEqual({ status: 204, retryAfter: undefined });
  });

  it('is not trusted when the receiver leaves out the certificate above its own', async () => {
    const folder = createFolder();
    const create = (name: string, more: string) =>
      execSync(
        `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 \
          -subj /CN=${name} -keyout ${name}.key -out ${name}.pem ${more}`,
        { cwd: folder, stdio: 'pipe' },
      );
    create('authority', '');
    create('localhost', '-CA authority.pem -CAkey authority.key');
    const [key, cert] = ['key', 'pem'].map((end) => readFileSync(join(folder, `localhost.${end}`)));
    const receiver = createSecureServer({ key, cert });
    onTestFinished(() => void receiver.close());
    const port = await listen(receiver);

    expect(await send(`https://127.0.0.1:${port}/`, ['127.0.0.1'])).toEqual({
      problem: 'no_secure_connection',
    });
  });

  it('ends when the receiver wants to go on with another protocol', { timeout: 5000 }, async () => {
    const closed = vi.fn();
    const receiver = createServer((socket) => {
      socket
        .once('close', closed)
        .once('data', () =>
          socket.write(
            'HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n',
          ),
        );
    });
    onTestFinished(() => void receiver.close());
    const port = await listen(receiver);

    expect(await send(`http://127.0.0.1:${port}/`, 'loopback')).toEqual({
      status: 101,
      retryAfter: undefined,
    });
    await expect.poll(() => closed).toHaveBeenCalledOnce();
  });

  it('does not follow a redirect', async () => {
    const inside = await startReceiver();
    const redirectsTo = `${new URL(inside.url).origin}/hooks/`;
    const redirect = answerWith(307, { Location: `${redirectsTo}?secret=1` });
    const { admin, id, receiver, send, service } = await serveOne(redirect);
    const { id: direct } = await admin.add(inside.url);
    await send();
    const followed = inside.received.length;
    await admin.test(direct);
    await service.deliverDue();

    expect(await admin.listDeliveries(id)).toMatchObject([
      { status: 'waiting', tries: [{ status: 307, problem: null }] },
    ]);
    expect([receiver.received.length, followed, inside.received.length]).toEqual([1, 0, 1]);
    const lines = service.readLog().split('\n');
    const line = lines.find((each) => each.includes('"result":307')) ?? '';
    expect(findDelivery(line)).toMatchObject({ result: 307, redirectsTo });
  });
});
