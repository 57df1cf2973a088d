import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { plainSecurityHeaders } from './answer-headers.ts';

/** An HTTP server that knows how to stop. */
export interface HttpServer {
  /** @returns the TCP port */
  listen(listenPort: number): Promise<number>;
  /** Answers from now on; nothing that came in before is lost. */
  serve(listener: RequestListener): void;
  /**
   * Finishes what is under way. As long as something is, new connections are taken too, so that
   * whoever balances the load can read that it should look elsewhere.
   */
  stop(): Promise<void>;
}

/** After this, no new connections, in milliseconds. */
const drainTimeoutMs = 5000;
/** After this, whoever has not got an answer gets none; longer than the slowest provider. */
const closeTimeoutMs = 10_000;
/** More than any browser, backend or proxy sends. */
const maxHeaders = 100;

/**
 * Limits against senders who are slow on purpose: one must not hold a connection by a header a second.
 *
 * @returns a server that does not listen yet
 */
export function createHttpServer(): HttpServer {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    connectionsCheckingInterval: 2000,
    // Longer than the proxies' usual 60 s, or they send a request on a connection we just closed.
    keepAliveTimeout: 65_000,
  });
  // Node would drop those above a limit and go on: the last one may be an `Origin`, or what a proxy
  // says for whom it asks. So none is dropped, and too many are refused.
  server.maxHeadersCount = 0;
  server.on('clientError', answerBrokenRequest);
  const flight = trackRequests(server);
  return {
    listen: (listenPort) => listen(server, listenPort),
    serve(listener) {
      server.on('request', (request, response) => {
        if (request.rawHeaders.length > 2 * maxHeaders) refuseHeaders(response);
        else listener(request, response);
      });
    },
    async stop() {
      await Promise.race([flight.waitUntilNone(), wait(drainTimeoutMs)]);
      await close(server);
    },
  };
}

function refuseHeaders(response: ServerResponse): void {
  response.writeHead(431, { ...plainSecurityHeaders, Connection: 'close' }).end();
}

/** What Node writes by itself when a request makes no sense, with our headers. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = brokenRequests[error.code ?? ''] ?? '400 Bad Request';
  const headers = Object.entries({
    ...plainSecurityHeaders,
    'Content-Length': '0',
    Connection: 'close',
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`);
}

const brokenRequests: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function trackRequests(server: Server) {
  let count = 0;
  let onNone = () => {};
  server.on('request', (_, response) => {
    count += 1;
    response.once('close', () => {
      count -= 1;
      if (count === 0) onNone();
    });
  });
  return {
    waitUntilNone: () =>
      new Promise<void>((resolve) => {
        onNone = resolve;
        if (count === 0) resolve();
      }),
  };
}

function listen(server: Server, listenPort: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(listenPort, () => {
      server.off('error', reject);
      const address = server.address();
      // A string would be a pipe's name, which we never listen on.
      resolve(typeof address === 'object' && address ? address.port : listenPort);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Connections become idle one by one; a new request on one of them is not waited for.
    const sweeper = setInterval(() => server.closeIdleConnections(), 50);
    // Whoever keeps a connection open for ever must not keep us from stopping.
    const deadline = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
    server.close(() => {
      clearInterval(sweeper);
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs).unref());
}
