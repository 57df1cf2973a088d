import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { listen } from './listen.ts';

/** A proxy between the service and its database, which can cut and slow down their connections. */
export interface CutProxy {
  /** @returns the address behind this proxy */
  urlOf(serverUrl: string): string;
  /** Ends every connection, and refuses new ones. */
  cut(): void;
  /** Ends every connection. New ones work. */
  drop(): void;
  /** Delays every answer of the server from now on, in milliseconds. */
  setDelay(delayMs: number): void;
  /** Keeps every open connection, and passes nothing more, as when the server has lost its power. */
  silence(): void;
  /** Lets connections through again. */
  restore(): void;
  close(): Promise<void>;
}

/** @param serverUrl - of the database */
export async function startCutProxy(serverUrl: string): Promise<CutProxy> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let delayMs = 0;
  const delayAnswers = () =>
    new Transform({
      transform(chunk, _, pass) {
        if (delayMs === 0) pass(null, chunk);
        else setTimeout(pass, delayMs, null, chunk);
      },
    });
  const server = createServer((client) => {
    if (isCut) {
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
    }
    client.pipe(target);
    target.pipe(delayAnswers()).pipe(client);
  });
  const listenPort = await listen(server);
  const drop = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const cut = () => {
    isCut = true;
    drop();
  };
  return {
    urlOf(url) {
      const through = new URL(url);
      through.host = `127.0.0.1:${listenPort}`;
      return through.href;
    },
    cut,
    drop,
    setDelay(value) {
      delayMs = value;
    },
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
