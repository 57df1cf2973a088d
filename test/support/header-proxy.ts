import { createServer, type OutgoingHttpHeaders, request as send } from 'node:http';
import { listen, stop } from './listen.ts';

/** A proxy in front of a service that adds headers to its documents, as an operator's proxy may. */
export interface HeaderProxy {
  readonly port: number;
  /** Added to every HTML response from now on. */
  headers: OutgoingHttpHeaders;
  /** @param port - TCP port of the service */
  forwardTo(port: number): void;
  close(): Promise<void>;
}

/** @returns a proxy without a target, which keeps the browser's `Host` or, as nginx does, sets its own */
export async function startHeaderProxy(keepsHost = true): Promise<HeaderProxy> {
  let servicePort = 0;
  const server = createServer((request, response) => {
    const { method, url: path } = request;
    const own = keepsHost ? {} : { host: `127.0.0.1:${servicePort}` };
    const headers = { ...request.headers, ...own };
    const options = { host: '127.0.0.1', port: servicePort, method, path, headers };
    const forwarded = send(options, (answer) => {
      const isDocument = /^text\/html/.test(answer.headers['content-type'] ?? '');
      response.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        ...(isDocument ? proxy.headers : {}),
      });
      answer.pipe(response);
    });
    // Either side may disconnect while events are streamed.
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  const proxy: HeaderProxy = {
    port: await listen(server),
    headers: {},
    forwardTo(port) {
      servicePort = port;
    },
    close: () => stop(server),
  };
  return proxy;
}
