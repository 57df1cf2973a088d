import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from './free-port.ts';

/** A proxy between the service and its database, which can cut their connections. */
export interface CutProxy {
  /** @returns the address behind this proxy */
  urlOf(serverUrl: string): string;
  /** The number of refused connections. */
  readonly refused: number;
  /** Ends every connection, and refuses new ones. */
  cut(): void;
  /** Keeps every open connection, and passes nothing more, as when the server has lost its power. */
  silence(): void;
  /** Lets connections through again. */
  restore(): void;
  close(): Promise<void>;
}

/** @param serverUrl - of the database */
export async function startCutProxy(serverUrl: string): Promise<CutProxy> {
  const { hostname, port } = new URL(serverUrl);
  const listenPort = await findFreePort();
  const sockets = new Set<Socket>();
  let isCut = false;
  let refused = 0;
  const server = createServer((client) => {
    if (isCut) {
      refused += 1;
      client.destroy();
      return;
    }
    const target = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(listenPort, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    urlOf(url) {
      const through = new URL(url);
      through.host = `127.0.0.1:${listenPort}`;
      return through.href;
    },
    get refused() {
      return refused;
    },
    cut,
    silence() {
      for (const socket of sockets) socket.unpipe().resume();
    },
    restore() {
      isCut = false;
    },
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
