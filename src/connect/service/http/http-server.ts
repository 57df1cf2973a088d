import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { plainSecurityHeaders } from './answer-headers.ts';
import { type BoundAddress, listenOn } from './listen-on.ts';

export type HttpServer = ReturnType<typeof createHttpServer>;

/** The longest time that new connections are accepted after `stop`, in milliseconds. */
const drainTimeoutMs = 5000;
/** The time that open requests may run after `stop`, in milliseconds: longer than the slowest provider needs. */
const closeTimeoutMs = 10_000;
/** The time that a connection may be silent, in milliseconds: longer than any response or event stream is. */
const defaultStallTimeoutMs = 60_000;
/** The time that a client has to read a refusal, in milliseconds, before its connection is cut. */
const refusalTimeoutMs = 1000;

/**
 * Creates a server with time limits. Without them, a slow client could keep a connection open by sending one header
 * per second.
 *
 * @param stallTimeoutMs - a connection without a byte in either direction is closed after this time, even with a
 *   pending response
 */
export function createHttpServer(stallTimeoutMs = defaultStallTimeoutMs) {
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    connectionsCheckingInterval: 2000,
    // Proxies usually keep idle connections for 60 s. With a shorter time here, the server would close connections
    // that proxies are about to use.
    keepAliveTimeout: 65_000,
  });
  // By default, Node drops the headers above its limit and continues. A dropped header may be an `Origin` or a
  // proxy's forwarding header. So Node keeps every header here, and a request with too many is refused below.
  server.maxHeadersCount = 0;
  server.timeout = stallTimeoutMs;
  refuseBrokenRequests(server);
  const flight = trackRequests();
  let bound: BoundAddress | undefined;
  return {
    async listen(listenPort: number, address?: string): Promise<BoundAddress> {
      bound = await listenOn(server, listenPort, address);
      return bound;
    },
    /** Starts to answer requests, including those that have arrived since the server began to listen. */
    serve(listener: RequestListener): void {
      const answer = answerInTurn((request, response) => {
        flight.add(response);
        if (hasTooManyHeaders(request)) refuseHeaders(response);
        else listener(request, response);
      });
      server.on('request', answer);
    },
    /**
     * Finishes current requests. New connections are accepted until then, for up to five seconds.
     *
     * @param isBehindProxy - true to accept them for the whole five seconds, because a proxy may send requests until it
     *   switches to another process. The server must be listening, which keeps the process running for that time
     */
    async stop(isBehindProxy = false): Promise<void> {
      const pause = new Promise<void>((resolve) => {
        setTimeout(resolve, drainTimeoutMs).unref();
      });
      await (isBehindProxy ? pause : Promise.race([flight.waitUntilNone(), pause]));
      await Promise.all([close(server, flight.breakOff), bound?.closeOthers()]);
    },
  };
}

function refuseHeaders(response: ServerResponse): void {
  const headers = { 'Content-Type': 'application/json', Connection: 'close' };
  response.writeHead(431, { ...plainSecurityHeaders, ...headers }).end(tooManyHeaders);
}

const tooManyHeaders = JSON.stringify({
  error: 'invalid_request',
  error_description: 'The headers of the request are too many or too long, such as its cookies.',
});

/** Answers a malformed or slow request as Node does, but with the headers of this service. */
function refuseBrokenRequests(server: Server): void {
  const answers = new WeakMap<Socket, ServerResponse>();
  server.on('request', (request, response) => void answers.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answers.get(socket);
    const hasBegun = answer?.headersSent === true && !answer.writableFinished;
    if (!socket.writable || hasBegun || error.code === 'ECONNRESET') socket.destroy();
    else refuseAndClose(socket, brokenRequests[error.code ?? ''] ?? '400 Bad Request');
  });
}

/** Sends a refusal and closes the connection, which would otherwise stay open until the client closes its side. */
function refuseAndClose(socket: Socket, status: string): void {
  const headers = Object.entries({
    ...plainSecurityHeaders,
    'Content-Length': '0',
    Connection: 'close',
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`);
  socket.destroySoon();
  const deadline = setTimeout(() => socket.destroy(), refusalTimeoutMs).unref();
  socket.once('close', () => clearTimeout(deadline));
}

const brokenRequests: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function trackRequests() {
  const open = new Set<ServerResponse>();
  let onNone = () => {};
  return {
    add(response: ServerResponse) {
      open.add(response);
      response.once('close', () => {
        open.delete(response);
        if (open.size === 0) onNone();
      });
    },
    waitUntilNone: () =>
      new Promise<void>((resolve) => {
        onNone = resolve;
        if (open.size === 0) resolve();
      }),
    /** Resets the connections of open requests. For a client of HTTP/1.0, any other end would look complete. */
    breakOff() {
      for (const { socket } of open) socket?.resetAndDestroy();
    },
  };
}

function close(server: Server, breakOff: () => void): Promise<void> {
  return new Promise((resolve) => {
    // Connections become idle one by one, so this closes idle connections repeatedly. It does not wait for new
    // requests on them.
    const sweeper = setInterval(() => server.closeIdleConnections(), 50);
    // After this time, connections are cut, so that one that never closes cannot keep the service from stopping.
    const deadline = setTimeout(() => {
      breakOff();
      server.closeAllConnections();
    }, closeTimeoutMs);
    server.close(() => {
      clearInterval(sweeper);
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** The requests of a connection that may wait. Browsers and proxies send the next request only after the response. */
const maxWaiting = 32;

type Turn = readonly [request: IncomingMessage, response: ServerResponse];

/**
 * Answers one request of each connection at a time. Node starts every request that it has read. Without this limit, a
 * client that sends many requests and reads nothing would fill the memory with responses. A connection with too many
 * waiting requests is closed, and the client may send them again.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */
function answerInTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, Turn[]>();

  function answer(...[request, response]: Turn): void {
    const { socket } = request;
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next && !socket.destroyed) answer(...next);
      else waiting.delete(socket);
    });
    listener(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    // Node passes on requests that it has already read, even after the connection was closed.
    if (socket.destroyed) return;
    const turns = waiting.get(socket);
    if (!turns) {
      waiting.set(socket, []);
      answer(request, response);
    } else if (turns.length < maxWaiting) {
      turns.push([request, response]);
    } else {
      waiting.delete(socket);
      socket.destroy();
    }
  };
}

/** Node's limit for headers and address, in bytes. Node answers a larger request with 431 before parsing it. */
const maxHeaderBytes = 64 * 1024;
/** The limit for endpoints, in bytes. Only pages and their files accept more. Programs send less. */
const maxEndpointBytes = 16 * 1024;
/** The maximum number of headers: more than any browser, backend or proxy sends. */
const maxHeaders = 100;

const pages: ReadonlySet<string> = new Set([
  '/',
  '/connect',
  '/connect/return',
  '/manage',
  '/favicon.ico',
]);
/** Folders of pages and their files. Browsers send all cookies of the host to them, such as the dashboard's. */
const folders = ['/connect/assets/', '/connect/logos/', '/dashboard', '/docs', '/sdk/'];

/**
 * True when a request has too many headers, or too long ones. Pages and their files accept longer headers, because
 * browsers send them the cookies of every application on the same host. On localhost these are the cookies of all of
 * a developer's projects, often more than 16 kB.
 */
function hasTooManyHeaders({ rawHeaders, url = '' }: IncomingMessage): boolean {
  if (rawHeaders.length > 2 * maxHeaders) return true;
  let bytes = url.length;
  for (const text of rawHeaders) bytes += text.length;
  return bytes > maxEndpointBytes && !isOfPage(url);
}

function isOfPage(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return pages.has(path) || folders.some((folder) => path.startsWith(folder));
}
