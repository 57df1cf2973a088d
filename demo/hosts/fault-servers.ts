import {
  createServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** The simulated faults between a browser and the Connect service. */
type NetworkFault = 'slow' | 'cut' | 'unavailable';

/** Servers in front of the Connect service, each with one fault. */
export interface FaultServers {
  /** The address of a Connect page for each fault, such as `http://localhost:51234/connect`. */
  readonly connectUrls: Readonly<Record<NetworkFault, string>>;
  close(): Promise<void>;
}

/** The delay of each answer with `slow`. */
const delayMs = 2000;

/**
 * Starts a server for each fault, on free ports of the loopback interface.
 *
 * @param connectBaseUrl - the address of the Connect service for this machine
 * @param connectUrl - the address of its page for browsers
 * @returns the running servers, whose `close` must be called
 */
export async function startFaultServers(
  connectBaseUrl: string,
  connectUrl: string,
): Promise<FaultServers> {
  const { origin, hostname, pathname } = new URL(connectUrl);
  // Another name of the loopback interface keeps cookies and sites as they are without the fault.
  const name = hostname.endsWith('localhost') ? hostname : 'localhost';
  const handlers: Readonly<Record<NetworkFault, RequestListener>> = {
    slow(request, response) {
      const timer = setTimeout(
        () => forwardRequest({ request, response, connectBaseUrl, origin }),
        delayMs,
      );
      response.once('close', () => clearTimeout(timer));
    },
    cut: (request) => void request.socket.destroy(),
    unavailable(_, response) {
      response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '5' });
      response.end('Service Unavailable\n');
    },
  };
  const [slow, cut, unavailable] = await Promise.all([
    listen(handlers.slow),
    listen(handlers.cut),
    listen(handlers.unavailable),
  ]);
  const addressOf = (server: Server) => {
    const { port } = server.address() as AddressInfo;
    return `http://${name}:${port}${pathname}`;
  };
  return {
    connectUrls: {
      slow: addressOf(slow),
      cut: addressOf(cut),
      unavailable: addressOf(unavailable),
    },
    async close() {
      await Promise.all([slow, cut, unavailable].map(stop));
    },
  };
}

interface Passing {
  readonly request: IncomingMessage;
  readonly response: Parameters<RequestListener>[1];
  readonly connectBaseUrl: string;
  /** The Connect service's own origin. */
  readonly origin: string;
}

/** Passes a request on, like a reverse proxy that serves a site under another address. */
function forwardRequest({ request, response, connectBaseUrl, origin }: Passing): void {
  const own = `http://${request.headers.host}`;
  const { hostname, port } = new URL(connectBaseUrl);
  const headers = { ...request.headers, host: new URL(origin).host, 'accept-encoding': 'identity' };
  // Only the origin of its own pages is changed. A foreign page must stay foreign to the service.
  if (headers.origin === own) headers.origin = origin;
  const { method, url: path } = request;
  const forwarded = forward({ hostname, port, method, path, headers }, (answer) => {
    const isDocument = answer.headers['content-type']?.startsWith('text/html');
    if (!isDocument) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      return;
    }
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('end', () => {
      // The page compares its address with the service's address.
      const body = Buffer.concat(parts).toString().replaceAll(origin, own);
      const length = Buffer.byteLength(body);
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': length });
      response.end(body);
    });
  });
  // Either side may end while events are streamed.
  forwarded.on('error', () => response.destroy());
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
}

function listen(handle: RequestListener): Promise<Server> {
  const server = createServer(handle);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
