import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/**
 * Creates receivers of webhooks, which call functions of a test. All functions share one server, which starts to
 * listen with the first of them. `onError` gets the errors that functions throw.
 */
export function createLocalReceivers(onError: (error: unknown) => void) {
  const receivers: ((event: unknown) => unknown)[] = [];
  let server: Server | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await receivers[Number(request.url?.slice(1))]?.(await json(request));
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(500).end();
      onError(error);
    }
  }

  async function listen(): Promise<Server> {
    const created = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve));
    return created.unref();
  }

  return {
    /** Returns the address of a webhook that calls the function with each event, and again later if it throws. */
    async open(receive: (event: unknown) => unknown): Promise<string> {
      server ??= await listen();
      const { port } = server.address() as AddressInfo;
      return `http://127.0.0.1:${port}/${receivers.push(receive) - 1}`;
    },
    async close(): Promise<void> {
      receivers.length = 0;
      const open = server;
      server = undefined;
      open?.closeAllConnections();
      await new Promise<void>((resolve) => (open ? open.close(() => resolve()) : resolve()));
    },
  };
}
