import { type AddressInfo, createServer, type Server } from 'node:net';
import { isLoopbackAddress } from '../addresses/host-origin.ts';
import { readErrorCode } from '../store/transactions.ts';

export interface BoundAddress {
  readonly listenPort: number;
  /** True when only programs on this machine can connect. */
  readonly isLoopback: boolean;
  /** Closes the second listener, which `localhost` has. */
  closeOthers(): Promise<void>;
}

/** The error codes for listening on `::1` on a machine without IPv6. */
const noIPv6Codes: ReadonlySet<unknown> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);
/** The most ports tried for port 0. A port that is free on `::1` may be taken on 127.0.0.1, or reserved there. */
const maxAttempts = 10;
/** The error codes of a port that another program has, or that Windows has reserved for virtual machines. */
const takenCodes: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES']);

/**
 * Listens on a port. Port 0 stands for any free port. `address` is an IP address, a host name, or `localhost` for
 * both loopback addresses. Without an address, the server listens on every interface.
 *
 * @throws the system's error, such as `EADDRINUSE`
 */
export async function listenOn(
  server: Server,
  listenPort: number,
  address?: string,
): Promise<BoundAddress> {
  if (address === 'localhost') return await listenOnLoopback(server, listenPort);
  const bound = await bind(server, listenPort, address);
  const isLoopback = isLoopbackAddress(bound.address);
  return { listenPort: bound.port, isLoopback, closeOthers: async () => {} };
}

/**
 * Listens on both loopback addresses, because browsers use either of them for `localhost`, and some programs try only
 * one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 */
async function listenOnLoopback(server: Server, listenPort: number): Promise<BoundAddress> {
  for (let attempt = 1; ; attempt += 1) {
    const other = await listenBeside(server, listenPort);
    try {
      const { port } = await bind(server, other?.listenPort ?? listenPort, '127.0.0.1');
      return { listenPort: port, isLoopback: true, closeOthers: async () => await other?.close() };
    } catch (error) {
      await other?.close();
      const canRetry = listenPort === 0 && attempt < maxAttempts;
      if (!canRetry || !takenCodes.has(readErrorCode(error))) throw error;
    }
  }
}

/**
 * Listens on `::1` with a second server, because a Node server has only one address. The second server passes its
 * connections to `server`.
 *
 * @see https://nodejs.org/api/http.html#event-connection
 */
async function listenBeside(server: Server, listenPort: number) {
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket);
  });
  try {
    const { port } = await bind(other, listenPort, '::1');
    const close = () => new Promise<void>((resolve) => other.close(() => resolve()));
    return { listenPort: port, close };
  } catch (error) {
    if (noIPv6Codes.has(readErrorCode(error))) return undefined;
    throw error;
  }
}

function bind(server: Server, listenPort: number, address?: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: listenPort, host: address }, () => {
      server.off('error', reject);
      // The address is a string only for a pipe, and the server never listens on one.
      resolve(server.address() as AddressInfo);
    });
  });
}
