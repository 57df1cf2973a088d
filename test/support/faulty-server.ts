import { createServer, request as forward, type RequestListener } from 'node:http';
import { listen, stop } from './listen.ts';

/**
 * Faults between a browser and the Connect page. `none`: no fault. `embeddable`: no fault, with the headers
 * that hosts with an embedder policy need.
 */
export type Fault =
  | 'none'
  | 'embeddable'
  | 'refused'
  | 'internal error'
  | 'blank page'
  | 'wrong page'
  | 'no content'
  | 'download'
  | 'never answering'
  | 'cut mid-body'
  | 'X-Frame-Options'
  | 'frame-ancestors';

/** A server in front of a site that can respond like a broken one. */
export interface FaultyServer {
  /** Its own origin, as the browser sees it. */
  readonly origin: string;
  /** Requests for the Connect page so far. */
  readonly hits: number;
  /**
   * @param fault - the fault of the Connect page from now on; other responses are always correct
   */
  set(fault: Fault): Promise<void>;
  close(): Promise<void>;
}

/** Headers that decide whether a browser shows the page. */
const extraHeaders: { readonly [fault in Fault]?: Readonly<Record<string, string>> } = {
  embeddable: {
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  },
  'X-Frame-Options': { 'X-Frame-Options': 'DENY' },
  'frame-ancestors': { 'Content-Security-Policy': "frame-ancestors 'none'" },
};

/** @returns the server before a site, such as `http://connect.localhost:4400`, without a fault */
export async function startFaultyServer(site: string): Promise<FaultyServer> {
  const { host, port: sitePort } = new URL(site);
  let fault: Fault = 'none';
  let hits = 0;
  const pass: RequestListener = ({ url = '/' }, response) => {
    const target = { host: '127.0.0.1', port: sitePort, path: url, headers: { host } };
    forward(target, (answer) => {
      const { 'content-type': type } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, {
        'Content-Type': type ?? 'text/plain',
        Connection: 'close',
        ...(url.startsWith('/connect') ? extraHeaders[fault] : {}),
      });
      answer.pipe(response);
    }).end();
  };
  const handle: RequestListener = (request, response) => {
    if (!request.url?.startsWith('/connect')) return pass(request, response);
    hits += 1;
    switch (fault) {
      case 'internal error':
        return response.writeHead(500).end('Internal Server Error');
      case 'blank page':
        return response.writeHead(200, { 'Content-Type': 'text/html' }).end();
      case 'wrong page':
        return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>It works!</h1>');
      case 'no content':
        return response.writeHead(204).end();
      case 'download':
        return response.writeHead(200, { 'Content-Disposition': 'attachment' }).end('page');
      case 'never answering':
        return;
      case 'cut mid-body':
        response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 5000 });
        return response.write('<!doctype html><title>Con', () => response.destroy());
      default:
        return pass(request, response);
    }
  };
  let server = createServer(handle);
  const port = await listen(server);
  return {
    origin: `http://faulty.localhost:${port}`,
    get hits() {
      return hits;
    },
    async set(next) {
      const wasRefusing = fault === 'refused';
      fault = next;
      if (next === 'refused') await stop(server);
      else if (wasRefusing) {
        server = createServer(handle);
        await listen(server, port);
      }
    },
    close: () => stop(server),
  };
}
