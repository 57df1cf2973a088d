import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallbackOptions } from '../../../src/sdk/server/callback-options.ts';
import { createCallback } from '../../../src/sdk/server/create-callback.ts';
import { toNodeHandler } from '../../../src/sdk/server/node-handler.ts';
import { ask, type RawServer, startServer } from './raw-http.ts';
import {
  answerTokens,
  clientSecret,
  code,
  createService,
  createTestCallback,
  redirectUri,
} from './support.ts';

let server: RawServer | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
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

describe('a request of HTTP/2', () => {
  // A frame ends its body, so it needs no header that announces one.
  it.each(['{"type":"test"}', ''])('has the body that it was sent with: %s', async (body) => {
    const server = createHttp2Server(describeRequest).listen(0);
    const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);

    const request = client.request({ ':method': 'POST', ':path': '/webhooks' });
    request.end(body);
    const answer = JSON.parse(await text(request));
    client.close();
    server.close();
    await once(server, 'close');

    expect(answer).toMatchObject({ method: 'POST', text: body });
  });
});

/** Waits until a value does not change for some turns of the event loop. */
async function settle(read: () => number): Promise<void> {
  for (let before = -1; before !== read(); ) {
    before = read();
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A body whose parts the test sends. */
function createBody() {
  let stream: ReadableStreamDefaultController | undefined;
  const pull = vi.fn();
  const cancel = vi.fn();
  const start = (controller: ReadableStreamDefaultController) => {
    stream = controller;
  };
  return {
    body: new ReadableStream({ start, pull, cancel }, { highWaterMark: 0 }),
    pull,
    cancel,
    send: (text: string) => stream?.enqueue(new TextEncoder().encode(text)),
    close: () => stream?.close(),
    fail: (error: Error) => stream?.error(error),
  };
}

const forward = `POST /callback?code=${code}`;
/** The headers of a request by the application's own page. */
const own = { 'Sec-Fetch-Site': 'same-origin' };

it('keeps the cookies and the variants that middleware has set before', async () => {
  const cookies = ['flow=1', 'other=2'].map((cookie): [string, string] => ['Set-Cookie', cookie]);
  const headers = new Headers([...cookies, ['Vary', 'Origin']]);
  const handle = toNodeHandler(async () => new Response(null, { headers }));
  const test = await serve((request, response) => {
    response.setHeader('Set-Cookie', ['session=1']).setHeader('Vary', 'Accept-Encoding');
    handle(request, response);
  });

  const answer = await ask(test, 'GET /');

  expect(answer.headers).toMatchObject({
    'set-cookie': ['session=1', 'flow=1', 'other=2'],
    vary: 'Accept-Encoding, Origin',
  });
});

describe('a callback behind node:http', () => {
  const target = [400, 'This request target is not supported.\n', undefined] as const;
  const method = [405, 'This method is not supported.\n', 'GET, POST'] as const;
  const host = [400, 'This host is not supported.\n', undefined] as const;

  it.each([
    ['GET //', {}, target],
    ['GET //a:b@c/', {}, target],
    [`POST //evil.example/callback?code=${code}`, {}, target],
    [String.raw`GET /\evil.example/`, {}, target],
    ['OPTIONS *', {}, target],
    ['GET http://other.example/callback', {}, target],
    ['GET http://user@localhost/callback', {}, target],
    ['GET http://localhost:1/callback', {}, target],
    ['TRACE /callback', {}, method],
    ['GET /callback', { Host: 'a b' }, host],
    ['GET /callback', { Host: 'user@localhost' }, host],
    ['GET /callback', { Host: 'localhost/x' }, host],
    ['GET /callback', { Host: '' }, host],
  ])('says in words why it refuses %s %o, and keeps serving', async (...row) => {
    const [firstLine, headers, [status, body, allow]] = row;
    const { server, service, connected } = await serveCallback();

    const refused = await ask(server, firstLine, {
      headers: { Origin: 'http://evil.example', ...headers },
    });
    const next = await ask(server, forward, { headers: { Origin: server.origin } });

    expect(refused).toMatchObject({ status, body, headers: { 'cache-control': 'no-store' } });
    expect(refused.headers.allow).toBe(allow);
    expect(next.status).toBe(204);
    expect(service).toHaveBeenCalledOnce();
    expect(connected).toHaveLength(1);
  });

  it('accepts an absolute-form target of its own host', { tags: ['control-35'] }, async () => {
    const { server, connected } = await serveCallback();
    const line = `POST ${server.origin}/callback?code=${code}`;

    const answer = await ask(server, line, { headers: { Origin: server.origin } });

    expect(answer.status).toBe(204);
    expect(connected).toHaveLength(1);
  });

  it('counts only the origin of the redirect URI as its own', { tags: ['threat-35'] }, async () => {
    const redirectUri = 'https://app.example/callback';
    const { server, service, errors } = await serveCallback({ redirectUri });
    const evil = { Host: 'evil.example', Origin: 'http://evil.example' };

    expect((await ask(server, forward, { headers: evil })).status).toBe(403);
    expect(errors).toEqual(['cross_origin']);
    expect(service).not.toHaveBeenCalled();
    const real = await ask(server, forward, { headers: { Origin: 'https://app.example' } });

    expect(real.status).toBe(204);
  });

  const failure = new TypeError(`the token is ${code}`);
  const failing = () => new ReadableStream({ pull: (controller) => controller.error(failure) });

  it.each([
    ['its handler throws', () => Promise.reject(failure)],
    ['the body fails at once', async () => new Response(failing())],
  ])('answers 500 when %s, and logs only the kind of error', async (_, handler) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const server = await serve(toNodeHandler(handler));

    const { status, body } = await ask(server, 'GET /');

    const sorry = 'Something went wrong. Please try again in a moment.\n';
    expect([status, body]).toEqual([500, sorry]);
    expect(logged.mock.calls).toEqual([['tax-connect: toNodeHandler: TypeError']]);
  });

  it('breaks a response off where its body breaks off', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { body, send, fail } = createBody();
    send('the first half');
    const server = await serve(toNodeHandler(async () => new Response(body)));

    const answer = await fetch(server.origin);
    const text = answer.text();
    fail(new RangeError());

    expect(answer.status).toBe(200);
    await expect(text).rejects.toThrow();
    expect(logged.mock.calls).toEqual([['tax-connect: toNodeHandler: RangeError']]);
  });

  it.each(['text/event-stream', 'application/pdf'])(
    'passes on each part of %s when it is there',
    async (type) => {
      const { body, pull, send, close } = createBody();
      const headers = { 'Content-Type': type };
      const server = await serve(toNodeHandler(async () => new Response(body, { headers })));
      const answering = fetch(server.origin);
      // An event stream has its head before its first event.
      if (type !== 'text/event-stream') await vi.waitFor(() => expect(pull).toHaveBeenCalled());
      else await answering;
      const received: string[] = [];

      send('one');
      const reader = (await answering).body?.getReader();
      received.push(new TextDecoder().decode((await reader?.read())?.value));
      send('two');
      received.push(new TextDecoder().decode((await reader?.read())?.value));
      close();

      expect(received).toEqual(['one', 'two']);
      expect((await reader?.read())?.done).toBe(true);
    },
  );

  it('holds no more of a body than the client reads, and goes on when it reads on', {
    timeout: 60_000,
  }, async () => {
    let made = 0;
    const endless = new ReadableStream({
      pull(controller) {
        made += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024));
        if (made > 256 * 1024 * 1024) controller.close();
      },
    });
    const server = await serve(toNodeHandler(async () => new Response(endless)));

    const reader = (await fetch(server.origin)).body?.getReader();
    let part = await reader?.read();
    await settle(() => made);

    expect(made).toBeLessThan(64 * 1024 * 1024);
    let received = 0;
    for (; part?.value; part = await reader?.read()) received += part.value.byteLength;
    expect(received).toBe(made);
  });

  it('ends the response for a client that leaves while the next part must wait', async () => {
    const chunk = new Uint8Array(1024 * 1024);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
    const handle = toNodeHandler(async () => new Response(endless));
    const client = new AbortController();
    const ended = vi.fn();
    const server = await serve((incoming, outgoing) => {
      vi.spyOn(outgoing, 'end').mockImplementation(ended);
      handle(incoming, outgoing);
    });

    await fetch(server.origin, { signal: client.signal });
    expect(ended).not.toHaveBeenCalled();
    client.abort();

    await expect.poll(() => ended.mock.calls).toHaveLength(1);
  });

  it.each([
    ['while the handler works', false],
    ['while it reads the answer', true],
  ])('aborts the request of a client that goes %s', async (_, answers) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const client = new AbortController();
    const headers = { 'Content-Type': 'text/event-stream' };
    const { body, cancel } = createBody();
    const [called, aborted] = [vi.fn(), vi.fn()];
    const server = await serve(
      toNodeHandler(async ({ signal }) => {
        signal.addEventListener('abort', aborted);
        called();
        if (answers) return new Response(body, { headers });
        return await new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      }),
    );
    const answering = fetch(server.origin, { signal: client.signal });
    if (answers) await answering;
    await vi.waitFor(() => expect(called).toHaveBeenCalled());

    client.abort();
    await answering.catch(() => undefined);

    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledTimes(answers ? 1 : 0));
    expect(logged).not.toHaveBeenCalled();
  });

  it('aborts nothing when the client has got the whole answer', async () => {
    let signal: AbortSignal | undefined;
    const server = await serve(
      toNodeHandler(async (request) => {
        signal = request.signal;
        return new Response('ok');
      }),
    );

    await (await fetch(server.origin)).text();
    await server.close();

    expect(signal?.aborted).toBe(false);
  });

  it.each([1000, 70_000, 300_000, 2_000_000])(
    'answers the next request after a body of %i bytes of which a part was read',
    async (bytes) => {
      const server = await serve(
        toNodeHandler(async ({ body }) => {
          await body?.getReader().read();
          return new Response('ok', { status: 413 });
        }),
      );
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });

      const first = await ask(server, 'POST /', { body: 'x'.repeat(bytes), agent });
      const next = await ask(server, 'GET /', { agent });
      agent.destroy();

      expect([first.status, next.status, next.isReused]).toEqual([413, 413, true]);
    },
  );

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
  });
});

describe('what a framework knows of the visitor', () => {
  /** Express adds a session and a signed-in user like this. */
  const addUser = (listener: (incoming: Visited, outgoing: never) => void): RequestListener =>
    ((incoming: IncomingMessage, outgoing: never) =>
      listener(
        Object.assign(incoming, { session: { id: 's1', state: 'bound' }, user: 'ada' }),
        outgoing,
      )) as never;
  type Visited = IncomingMessage & { session: { id: string; state: string }; user: string };

  it('reaches every function of a callback, in both flows', async () => {
    const seen: string[] = [];
    const note = (name: string, { user }: Visited) => void seen.push(`${name} ${user}`);
    const find = (name: string, read?: (context: Visited) => string) => {
      return (_: Request, context: Visited) => {
        note(name, context);
        return read?.(context);
      };
    };
    const callback = createCallback<Visited>({
      ...{ baseUrl: 'http://localhost:4400', clientId: 'app_test', clientSecret, redirectUri },
      onConnected: (_, { context, flow }) => note(`onConnected ${flow}`, context),
      onError: (_, { context }) => note('onError', context),
      getState: find('getState', ({ session }) => session.state),
      getSessionId: find('getSessionId', ({ session }) => session.id),
      getConnectSession: find('getConnectSession'),
      getConnectSessionId: find('getConnectSessionId'),
      fetch: createService(() => answerTokens({ state: 'bound' })),
    });
    const handle = toNodeHandler(callback);
    const start = toNodeHandler(callback.startRedirect);
    const server = await serve(
      addUser((incoming, outgoing) =>
        (incoming.url === '/start' ? start : handle)(incoming, outgoing),
      ),
    );

    const embedded = await ask(server, forward, { headers: own });
    const started = await ask(server, 'GET /start', { headers: own });
    const [Cookie = ''] = started.headers['set-cookie']?.[0]?.split(';') ?? [];
    const state = new URL(started.headers.location ?? '').searchParams.get('state');
    const back = `GET /callback?code=again&state=${state}&iss=http://localhost:4400`;
    const returned = await ask(server, back, { headers: { Cookie } });
    const refused = await ask(server, forward);

    expect([embedded, started, returned, refused].map(({ status }) => status)).toEqual([
      204, 303, 303, 403,
    ]);
    expect(returned.headers.location).toBe('/');
    expect(seen).toEqual(
      [
        ...['getState', 'getConnectSessionId', 'onConnected embedded'],
        ...['getSessionId', 'getConnectSession', 'getSessionId', 'onConnected redirect', 'onError'],
      ].map((name) => `${name} ada`),
    );
  });
});
