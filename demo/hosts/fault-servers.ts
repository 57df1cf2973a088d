import {
  createServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** The faults of the network between a browser and the Connect service that the playground can simulate. */
type NetworkFault = 'slow' | 'cut' | 'unavailable';

/** Running proxies in front of the Connect service. Each proxy simulates one fault. */
export interface FaultServers {
  /** The URL of the Connect page behind each proxy, such as `http://localhost:51234/connect`. */
  readonly connectUrls: Readonly<Record<NetworkFault, string>>;
  close(): Promise<void>;
}

/** The delay of each request with the fault `slow`, in milliseconds. */
const delayMs = 2000;

/**
 * Starts a proxy for each fault, on free ports of the loopback interface.
 *
 * @param connectBaseUrl - the URL by which this machine reaches the Connect service
 * @param connectUrl - the URL by which browsers reach the Connect page
 * @returns the running proxies. The caller must call `close`
 */
export async function startFaultServers(
  connectBaseUrl: string,
  connectUrl: string,
): Promise<FaultServers> {
  const { origin, hostname, pathname } = new URL(connectUrl);
  // Uses the Connect service's own loopback name if it has one. Browsers then treat cookies as without a fault.
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
  const servers = await Promise.all(Object.values(handlers).map(listen));
  // In the order of the handlers.
  const [slow = '', cut = '', unavailable = ''] = servers.map((server) => {
    const { port } = server.address() as AddressInfo;
    return `http://${name}:${port}${pathname}`;
  });
  return {
    connectUrls: { slow, cut, unavailable },
    async close() {
      await Promise.all(servers.map(stop));
    },
  };
}

interface Passing {
  readonly request: IncomingMessage;
  readonly response: Parameters<RequestListener>[1];
  readonly connectBaseUrl: string;
  /** The origin by which browsers reach the Connect service without the proxy. */
  readonly origin: string;
}

/** Forwards a request to the Connect service, like a reverse proxy that serves a site at another origin. */
function forwardRequest({ request, response, connectBaseUrl, origin }: Passing): void {
  const own = `http://${request.headers.host}`;
  const { hostname, port } = new URL(connectBaseUrl);
  const headers = { ...request.headers, host: new URL(origin).host, 'accept-encoding': 'identity' };
  // Replaces only the origin of pages that this proxy serves. The service must still refuse other origins.
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
      // Replaces the service's origin in documents, because the Connect page compares it with its own origin.
      const body = Buffer.concat(parts).toString().replaceAll(origin, own);
      const length = Buffer.byteLength(body);
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': length });
      response.end(body);
    });
  });
  // The service or the browser may end the connection while events are streamed. Ends the other connection, too.
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

export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    // Closes the idle connections of browsers. Otherwise the port would stay in use for some seconds.
    server.closeAllConnections();
  });
}
