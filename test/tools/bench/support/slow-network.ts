import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network with one bottleneck that all connections share, such as that of a phone. */
export interface Line {
  /** Round trip, in milliseconds. */
  readonly latencyMs: number;
  /** Towards the browser. */
  readonly bytesPerMs: number;
}

/** As large as on the internet, so that connections take turns as there. */
const packetBytes = 1400;
/** A connection takes as many round trips before its first request, for TCP and TLS 1.3. */
const setUpTrips = 2;

/**
 * A SOCKS proxy on loopback that is as slow as `line`. DevTools would slow down requests only: each frame of
 * another site separately and too late, and no connection, so it cannot show what connecting ahead gains.
 *
 * @param line - the network that it imitates
 * @returns its address, for a context of Playwright, and a function that stops it
 * @see https://www.rfc-editor.org/rfc/rfc1928
 */
export async function startSlowNetwork(
  line: Line,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const link = createLink(line);
  const sockets = new Set<Socket>();
  const server = createServer((browser) => {
    sockets.add(browser);
    browser.on('error', () => browser.destroy()).on('close', () => sockets.delete(browser));
    // The greeting, answered with "no authentication", and then the address.
    browser.once('data', () => {
      browser.write(Buffer.from([5, 0]));
      browser.once('data', (request) => {
        browser.pause();
        setTimeout(() => join(browser, readPort(request), link), setUpTrips * line.latencyMs);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Every name is one of this machine. The port is the last part of the request. */
const readPort = (request: Buffer) => request.readUInt16BE(request.length - 2);

/** One direction is only delayed. The other is the bottleneck. */
interface Link {
  readonly oneWayMs: number;
  send(to: Socket, data: Buffer): void;
}

function join(browser: Socket, port: number, { oneWayMs, send }: Link): void {
  if (browser.destroyed) return;
  const server = connect(port, '127.0.0.1');
  const answer = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  server.once('connect', () => {
    browser.write(answer);
    browser.resume();
  });
  // Timers of the same delay run in their order.
  browser.on('data', (data) => setTimeout(() => server.write(data), oneWayMs));
  server.on('data', (data) => send(browser, data));
  for (const [one, other] of [
    [browser, server],
    [server, browser],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => setTimeout(() => other.destroy(), oneWayMs));
  }
}

/** Connections with data take turns, a packet each. */
function createLink({ latencyMs, bytesPerMs }: Line): Link {
  const oneWayMs = latencyMs / 2;
  const waiting = new Map<Socket, Buffer>();
  let freeAt = 0;
  let isBusy = false;
  const sendNext = () => {
    const [first] = waiting;
    isBusy = first !== undefined;
    if (!first) return;
    const [to, data] = first;
    waiting.delete(to);
    if (data.length > packetBytes) waiting.set(to, data.subarray(packetBytes));
    const packet = data.subarray(0, packetBytes);
    // By the clock, because timers are late.
    freeAt = Math.max(freeAt, performance.now()) + packet.length / bytesPerMs;
    setTimeout(() => {
      setTimeout(() => to.write(packet), oneWayMs);
      sendNext();
    }, freeAt - performance.now());
  };
  return {
    oneWayMs,
    send(to, data) {
      waiting.set(to, Buffer.concat([waiting.get(to) ?? Buffer.alloc(0), data]));
      if (!isBusy) sendNext();
    },
  };
}
