import { logError } from './log-error.ts';
import { type NodeRequest, NodeRequestError, readNodeRequest } from './node-request.ts';

/** The parts of a response of `node:http` that {@link toNodeHandler} uses, so that Node's types are not needed. */
export interface NodeResponse {
  statusCode: number;
  /** True once the status and the headers have been sent, even by other code. */
  readonly headersSent: boolean;
  /** True once the whole response has been handed to the operating system. */
  readonly writableFinished: boolean;
  /** Replaces a header. A list sets the header once for each item. */
  setHeader(name: string, value: string | readonly string[]): unknown;
  /** Sends the status and the headers before the first part of the body. Node's types for HTTP/2 leave it out. */
  flushHeaders?(): unknown;
  /** Sends a part of the body. After false, the next part must wait for `drain`, because the client is too slow. */
  write(chunk: Uint8Array): boolean;
  /** The event `close` comes when the response has been sent, or when the client has disconnected. */
  on(event: 'close' | 'drain', listener: () => void): unknown;
  end(): unknown;
  /** Breaks off the connection, so that the client does not mistake a partial response for the whole. */
  destroy(): unknown;
}

/** A handler for `createServer` and Express. It never throws. */
export type NodeHandler<Incoming extends NodeRequest = NodeRequest> = (
  incoming: Incoming,
  outgoing: NodeResponse,
) => void;

type WebHandler<Incoming> = (request: Request, incoming: Incoming) => Promise<Response>;

/**
 * Mounts a callback in `node:http`, Express, Fastify, Koa or NestJS:
 *
 * - `createServer(toNodeHandler(callback))`
 * - `app.all('/callback', toNodeHandler(callback))` in Express, before or after `express.json()`
 * - `fastify.all('/callback', (request, reply) => { reply.hijack(); handle(request.raw, reply.raw); })`, where
 *   `handle` is the returned handler
 *
 * The handler gets the request of Node or Express as its second argument. So `onConnected` of a callback gets it as
 * `context`, with everything that other middleware has added, such as `context.session` and `context.user`.
 *
 * The request target is used as it was sent. A target that is not a path of this host (`//host/path`, `*`,
 * authority-form, another host's address) gets 400, and a TRACE gets 405.
 *
 * The body of the response is read as fast as the client reads it. When reading the body fails, the connection breaks
 * off. When the client disconnects, the body is cancelled, and `request.signal` aborts.
 *
 * @param handler - the callback, its `startRedirect`, or another function from a request to a response
 * @returns a handler that answers every request, with 500 if `handler` throws
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { toNodeHandler } from 'tax-connect/server';
 *
 * const handle = toNodeHandler(async ({ url }) => new Response(new URL(url).pathname));
 * createServer(handle).listen(3000);
 * ```
 */
export function toNodeHandler<Incoming extends NodeRequest = NodeRequest>(
  handler: WebHandler<Incoming>,
): NodeHandler<Incoming> {
  const handle = async (incoming: Incoming, outgoing: NodeResponse): Promise<void> => {
    const client = new AbortController();
    const { signal } = client;
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) client.abort();
    });
    let discardBody = async (): Promise<void> => undefined;
    try {
      const read = readNodeRequest(incoming, signal);
      discardBody = read.discardBody;
      const response = await answer(read.request, () => handler(read.request, incoming));
      await send(response, outgoing, signal);
    } catch (error) {
      await answerError(error, outgoing, signal);
    }
    await discardBody();
    // The unread rest of the body is skipped, because the next request on this connection begins after it.
    incoming.resume();
  };
  return (incoming, outgoing) => void handle(incoming, outgoing);
}

async function answer({ signal }: Request, handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    // When the client has disconnected, the handler may have stopped for that reason, so its exception is not logged.
    if (!signal.aborted) logError('toNodeHandler', error);
    return answerFailure();
  }
}

function refuse({ message, status }: NodeRequestError): Response {
  const response = answerText(message, status);
  if (status === 405) response.headers.set('Allow', 'GET, POST');
  return response;
}

function answerFailure(): Response {
  return answerText('Something went wrong. Please try again in a moment.', 500);
}

function answerText(message: string, status: number): Response {
  return new Response(`${message}\n`, { status, headers: { 'Cache-Control': 'no-store' } });
}

async function answerError(error: unknown, outgoing: NodeResponse, client: AbortSignal) {
  if (error instanceof NodeRequestError) return send(refuse(error), outgoing, client);
  // When the client has disconnected, the body may have failed for that reason, so the error is not logged.
  if (client.aborted) return;
  logError('toNodeHandler', error);
  if (outgoing.headersSent) outgoing.destroy();
  else await send(answerFailure(), outgoing, client);
}

/** Sends a response. Its body is read only as fast as the client receives it. */
async function send(response: Response, outgoing: NodeResponse, client: AbortSignal) {
  const reader = response.body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => undefined);
  let goOn: () => void = () => undefined;
  outgoing.on('drain', () => goOn());
  client.addEventListener('abort', () => {
    cancel();
    goOn();
  });
  // Headers wait for the body's first part, which may fail and get 500. The page of an event stream waits for headers.
  const isEventStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const first = isEventStream ? undefined : await reader?.read();
  // Other code, such as a middleware with a time-out, has already answered, or the client has disconnected.
  if (outgoing.headersSent || client.aborted) return cancel();
  writeHead(response, outgoing);
  if (isEventStream) outgoing.flushHeaders?.();
  let part = first ?? (await reader?.read());
  while (part?.value && !client.aborted) {
    const isFull = !outgoing.write(part.value);
    if (isFull && !client.aborted) {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
    part = await reader?.read();
  }
  outgoing.end();
}

/** The responses of Node can also tell the headers that middleware has set before. */
interface ReadableResponse extends NodeResponse {
  getHeader?(name: string): unknown;
}

function writeHead({ status, headers }: Response, outgoing: ReadableResponse): void {
  const readEarlier = (name: string) => [outgoing.getHeader?.(name) ?? []].flat().map(String);
  outgoing.statusCode = status;
  for (const [name, value] of headers) {
    if (name === 'vary') outgoing.setHeader(name, [...readEarlier(name), value].join(', '));
    else if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = headers.getSetCookie();
  if (cookies.length > 0)
    outgoing.setHeader('set-cookie', [...readEarlier('set-cookie'), ...cookies]);
}
