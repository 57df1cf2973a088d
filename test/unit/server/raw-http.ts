import {
  type Agent,
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type RequestListener,
  request,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { listen, stop } from '../../support/listen.ts';

/** A server of `node:http` on a free port of the loopback interface. */
export interface RawServer {
  readonly port: number;
  /** `http://localhost:PORT` */
  readonly origin: string;
  close(): Promise<void>;
}

export async function startServer(listener: RequestListener): Promise<RawServer> {
  const server = createServer(listener);
  const port = await listen(server);
  return { port, origin: `http://localhost:${port}`, close: () => stop(server) };
}

/** The parts of a request besides its first line. Default: the server's Host header, and no body. */
interface RawRequest {
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  readonly agent?: Agent;
}

/** The parts of a response that the tests read. */
interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** True when it came over the connection of an earlier response. */
  readonly isReused: boolean;
}

/** Sends a request, whose target may be one that `fetch` would change or refuse, such as `GET //`. */
export function ask(
  { port }: Pick<RawServer, 'port'>,
  firstLine: string,
  { headers, body, agent }: RawRequest = {},
): Promise<RawAnswer> {
  const [method = '', path = ''] = firstLine.split(' ');
  const to = { host: '127.0.0.1', port, method, path, agent, setHost: false };
  return new Promise((resolve, reject) => {
    const sent = request({ ...to, headers: { Host: `localhost:${port}`, ...headers } });
    sent.on('error', reject).on('response', async (response) => {
      const { statusCode: status, headers } = response;
      const { reusedSocket: isReused } = sent;
      resolve({ status, headers, body: await text(response), isReused });
    });
    sent.end(body);
  });
}
