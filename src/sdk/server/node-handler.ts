import { logError } from './log-error.ts';
import { type NodeRequest, NodeRequestError, readNodeRequest } from './node-request.ts';

/** The used part of the response of `node:http`. Structural, like {@link NodeRequest}. */
export interface NodeResponse {
  /** HTTP status. */
  statusCode: number;
  /** True once other code has answered. */
  readonly headersSent: boolean;
  /** Replaces a header; a list makes one header of each item. */
  setHeader(name: string, value: string | readonly string[]): unknown;
  /** Sends the body and ends the response. */
  end(body?: Uint8Array): unknown;
}

/** A handler for `createServer` and Express. It never throws. */
export type NodeHandler = (incoming: NodeRequest, outgoing: NodeResponse) => void;

/**
 * Mounts a callback in `node:http`, Express or Fastify:
 *
 * - `createServer(toNodeHandler(callback))`
 * - `app.all('/callback', toNodeHandler(callback))`, before or after `express.json()`
 * - `fastify.all('/callback', (request, reply) => { reply.hijack(); handle(request.raw, reply.raw); })`,
 *   where `handle` is the returned handler
 *
 * The request target is used as it was sent. A target that is not a path of this host (`//host/path`, `*`,
 * authority-form, another host's address) gets 400, and a TRACE gets 405.
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
export function toNodeHandler(handler: (request: Request) => Promise<Response>): NodeHandler {
  const handle = async (incoming: NodeRequest, outgoing: NodeResponse): Promise<void> => {
    try {
      await send(await answer(incoming, handler), outgoing);
    } catch (error) {
      logError('toNodeHandler', error);
      outgoing.end();
    }
    // The next request on this connection begins after the body of this one.
    incoming.resume();
  };
  return (incoming, outgoing) => void handle(incoming, outgoing);
}

async function answer(
  incoming: NodeRequest,
  handler: (request: Request) => Promise<Response>,
): Promise<Response> {
  try {
    return await handler(readNodeRequest(incoming));
  } catch (error) {
    if (error instanceof NodeRequestError) return refuse(error);
    logError('toNodeHandler', error);
    return answerText('Something went wrong. Please try again in a moment.', 500);
  }
}

function refuse({ message, status }: NodeRequestError): Response {
  const response = answerText(message, status);
  if (status === 405) response.headers.set('Allow', 'GET, POST');
  return response;
}

function answerText(message: string, status: number): Response {
  return new Response(`${message}\n`, { status, headers: { 'Cache-Control': 'no-store' } });
}

async function send(response: Response, outgoing: NodeResponse): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  // Other code has answered meanwhile, such as a middleware with a time-out.
  if (outgoing.headersSent) return;
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  outgoing.end(body);
}
