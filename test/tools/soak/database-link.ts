import type { AddressInfo } from 'node:net';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';

/** A proxy between the service and its database that can delay answers and drop connections. */
export interface DatabaseLink {
  /** The address of the database through this proxy. */
  readonly url: string;
  /** Delays every answer of the database, in milliseconds. */
  setDelay(delayMs: number): void;
  /** Ends every connection at once, without a message. New connections work. */
  drop(): void;
  /** Drops every connection and refuses new ones, until it is called with false. */
  setCut(isCut: boolean): void;
  close(): Promise<void>;
}

/** @returns the proxy, on a free port of the loopback device */
export async function linkDatabase(databaseUrl: string): Promise<DatabaseLink> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let isRefusing = false;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isRefusing) {
      client.destroy();
      return;
    }
    const database = connectTo(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      // `close` follows, and ends the other side.
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(database);
    database.on('data', (chunk) => {
      if (delayMs === 0) client.write(chunk);
      else setTimeout(() => client.write(chunk), delayMs);
    });
  });
  const listenPort = await listen(server);
  const url = new URL(databaseUrl);
  url.port = `${listenPort}`;
  return {
    url: url.href,
    setDelay(value) {
      delayMs = value;
    },
    drop,
    setCut(isCut) {
      isRefusing = isCut;
      if (isCut) drop();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
