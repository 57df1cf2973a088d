import { Agent, get, type IncomingMessage, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallbackOptions } from '../../../src/sdk/server/callback-options.ts';
import { toNodeHandler } from '../../../src/sdk/server/node-handler.ts';
import { ask, converse, type RawServer, startServer } from './raw-http.ts';
import { code, createTestCallback } from './support.ts';

let server: RawServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(listener: RequestListener): Promise<RawServer> {
  server = await startServer(listener);
  return server;
}

/** A callback without a redirect flow, on a separate server. */
async function serveCallback(options: Partial<CallbackOptions> = {}) {
  const test = createTestCallback({ redirectUri: undefined, ...options });
  return { ...test, server: await serve(toNodeHandler(test.callback)) };
}

/** Responds with the request as the application sees it. */
const describeRequest = toNodeHandler(async (request) =>
  Response.json({
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    text: await request.text(),
  }),
);

const forward = `POST /callback?code=${code}`;

describe('a callback behind node:http', () => {
  it('connects an account for its own page', async () => {
    const { server, connected } = await serveCallback();

    const answer = await ask(server, forward, 'Sec-Fetch-Site: same-origin', 'Content-Length: 0');

    expect(answer.status).toBe(204);
    expect(connected).toHaveLength(1);
  });

  it.each([
    ['GET //', 400],
    ['GET //a:b@c/', 400],
    [`POST //evil.example/callback?code=${code}`, 400],
    [String.raw`GET /\evil.example/`, 400],
    ['OPTIONS *', 400],
    ['GET http://other.example/callback', 400],
    ['GET http://user@localhost/callback', 400],
    ['TRACE /callback', 405],
  ])('answers %s with %i, and keeps serving', async (firstLine, status) => {
    const { server, service, connected } = await serveCallback();
    const hostile = ['Origin: http://evil.example', 'Content-Length: 0'];

    const refused = await ask(server, firstLine, ...hostile);
    const next = await ask(server, forward, `Origin: ${server.origin}`, 'Content-Length: 0');

    expect(refused.status).toBe(status);
    expect(refused.head.toLowerCase()).toContain('cache-control: no-store');
    expect(next.status).toBe(204);
    expect(service).toHaveBeenCalledOnce();
    expect(connected).toHaveLength(1);
  });

  it.each(['a b', 'user@localhost', 'localhost/x', ''])(
    'answers a request for the host %j with 400',
    async (host) => {
      const { server } = await serveCallback();

      const [answer] = await converse(server, {
        lines: ['GET /callback HTTP/1.1', `Host: ${host}`],
      });

      expect(answer?.status).toBe(400);
    },
  );

  it('accepts an absolute-form target of its own host', { tags: ['control-35'] }, async () => {
    const { server, connected } = await serveCallback();
    const target = `${server.origin}/callback?code=${code}`;

    const answer = await ask(server, `POST ${target}`, `Origin: ${server.origin}`);

    expect(answer.status).toBe(204);
    expect(connected).toHaveLength(1);
  });

  it('counts only the origin of the redirect URI as its own', { tags: ['threat-35'] }, async () => {
    const redirectUri = 'https://app.example/callback';
    const { server, service, errors } = await serveCallback({ redirectUri });

    const evil = await converse(server, {
      lines: [`${forward} HTTP/1.1`, 'Host: evil.example', 'Origin: http://evil.example'],
    });
    expect(evil[0]?.status).toBe(403);
    expect(errors).toEqual(['cross_origin']);
    expect(service).not.toHaveBeenCalled();
    const own = await ask(server, forward, 'Origin: https://app.example');

    expect(own.status).toBe(204);
  });

  it('keeps the connection for the next request after an unread body', async () => {
    const { server, connected } = await serveCallback();
    const body = JSON.stringify({ text: 'x'.repeat(100_000) });
    const lines = [
      `${forward} HTTP/1.1`,
      `Host: localhost:${server.port}`,
      'Sec-Fetch-Site: same-origin',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const other = [`GET /other HTTP/1.1`, `Host: localhost:${server.port}`];

    const answers = await converse(server, { lines, body }, { lines: other }, { lines: other });

    expect(answers.map(({ status }) => status)).toEqual([204, 405, 405]);
    expect(connected).toHaveLength(1);
  });

  it('answers a client that keeps one connection for all its requests', async () => {
    const { server } = await serveCallback();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();

    for (let count = 0; count < 5; count += 1) {
      const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
        get({ agent, port: server.port, host: '127.0.0.1', path: '/callback' }, resolve).on(
          'error',
          reject,
        );
      });
      ports.add(incoming.socket.localPort);
      incoming.resume();
      await new Promise((resolve) => incoming.on('end', resolve));
      expect(incoming.statusCode).toBe(405);
    }
    agent.destroy();

    expect(ports.size).toBe(1);
  });

  it('says in words why it refuses, and which methods it accepts', async () => {
    const { server } = await serveCallback();

    const method = await ask(server, 'TRACE /callback');
    const target = await ask(server, 'GET //');

    expect(method.body).toBe('This method is not supported.\n');
    expect(method.head.toLowerCase()).toContain('allow: get, post');
    expect(target.body).toBe('This request target is not supported.\n');
    expect(target.head.toLowerCase()).not.toContain('allow:');
  });

  it('sends every cookie of an answer', async () => {
    const headers = new Headers([
      ['Set-Cookie', 'first=1'],
      ['Set-Cookie', 'second=2'],
    ]);
    const server = await serve(toNodeHandler(async () => new Response('ok', { headers })));

    const { head, body } = await ask(server, 'GET /');

    expect(head.match(/^set-cookie: .+$/gim)).toHaveLength(2);
    expect(body).toBe('ok');
  });

  it('answers 500 when its handler throws, and logs only the kind of error', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const server = await serve(
      toNodeHandler(async () => {
        throw new TypeError(`the token is ${code}`);
      }),
    );

    const { status, body } = await ask(server, 'GET /');

    expect(status).toBe(500);
    expect(body).toBe('Something went wrong. Please try again in a moment.\n');
    expect(logged.mock.calls).toEqual([['tax-connect: toNodeHandler: TypeError']]);
    expect(body + JSON.stringify(logged.mock.calls)).not.toContain(code);
    logged.mockRestore();
  });

  it('ends a response whose body fails, and logs it', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const failing = new ReadableStream({
      pull: (controller) => controller.error(new RangeError()),
    });
    const server = await serve(toNodeHandler(async () => new Response(failing)));

    const { body } = await ask(server, 'GET /');

    expect(body).toBe('');
    expect(logged.mock.calls).toEqual([['tax-connect: toNodeHandler: RangeError']]);
    logged.mockRestore();
  });

  it('changes nothing when other code has answered meanwhile', async () => {
    const server = await serve((incoming, outgoing) => {
      const handle = toNodeHandler(async () => {
        outgoing.writeHead(503, { 'Content-Length': 4 }).end('busy');
        return new Response('late');
      });
      handle(incoming, outgoing);
    });
    const logged = vi.spyOn(console, 'error').mockReturnValue();

    const { status, body } = await ask(server, 'GET /');

    expect([status, body]).toEqual([503, 'busy']);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('sets no cookie when the answer has none', () => {
    const headers = new Map<string, unknown>();
    return new Promise<void>((resolve) => {
      toNodeHandler(async () => new Response('ok', { headers: { 'X-One': '1' } }))(
        {
          method: 'GET',
          url: '/',
          headers: { host: 'shop.example' },
          socket: {},
          resume: () => undefined,
          async *[Symbol.asyncIterator]() {},
        },
        {
          statusCode: 0,
          headersSent: false,
          setHeader: (name, value) => headers.set(name, value),
          end: () => resolve(),
        },
      );
    }).then(() => expect([...headers.keys()].sort()).toEqual(['content-type', 'x-one']));
  });
});

describe('the request that the application sees', () => {
  it('has the target, the method, the headers and the body as they were sent', async () => {
    const server = await serve(describeRequest);

    const [answer] = await converse(server, {
      lines: [
        'POST /a/../callback?code=x&x=%2f HTTP/1.1',
        `Host: localhost:${server.port}`,
        'Cookie: a=1; b=2',
        'X-Twice: 1',
        'X-Twice: 2',
        'Content-Type: text/plain',
        'Content-Length: 5',
      ],
      body: 'hello',
    });

    expect(JSON.parse(answer?.body ?? '')).toMatchObject({
      method: 'POST',
      url: `${server.origin}/callback?code=x&x=%2f`,
      headers: { cookie: 'a=1; b=2', 'x-twice': '1, 2', 'content-type': 'text/plain' },
      text: 'hello',
    });
  });

  /** The state after a parser such as `express.json()`: the stream is read, and `body` is set. */
  const parseBody = (read: (text: string) => unknown, listener: RequestListener) =>
    serve(async (incoming, outgoing) => {
      let text = '';
      for await (const chunk of incoming) text += String(chunk);
      listener(Object.assign(incoming, { body: read(text) }), outgoing);
    });

  it.each<[string, (text: string) => unknown, string]>([
    ['parsed JSON', (text) => JSON.parse(text), '{"a":1}'],
    ['text', (text) => text, '{ "a": 1 }'],
    ['bytes', (text) => Buffer.from(text), '{ "a": 1 }'],
  ])('has the body that Express has read already: %s', async (_, read, expected) => {
    const server = await parseBody(read, describeRequest);
    const body = '{ "a": 1 }';

    const [answer] = await converse(server, {
      lines: [
        'POST /callback HTTP/1.1',
        `Host: localhost:${server.port}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    });

    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ text: expected });
  });

  it('has no added media type when Express 4 invents an empty body', async () => {
    const { callback, connected } = createTestCallback({ redirectUri: undefined });
    const server = await parseBody(() => ({}), toNodeHandler(callback));

    const answer = await ask(server, forward, 'Sec-Fetch-Site: same-origin', 'Content-Length: 0');

    expect(answer.status).toBe(204);
    expect(connected).toHaveLength(1);
  });

  it('has the whole target when Express has removed the mount path', async () => {
    const server = await serve((incoming, outgoing) => {
      const { url: originalUrl } = incoming;
      describeRequest(Object.assign(incoming, { originalUrl, url: '/' }), outgoing);
    });

    const { body } = await ask(server, 'GET /callback?code=x');

    expect(JSON.parse(body)).toMatchObject({ url: `${server.origin}/callback?code=x` });
  });
});
