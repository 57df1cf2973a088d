import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** @returns the port of the loopback interface on which the server now listens; default: a free one */
export async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Stops a server of HTTP, and ends its connections, idle or not. */
export function stop(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
