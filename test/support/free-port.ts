import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range that systems use for outgoing connections and for listening on port 0: Linux starts at 32768,
 * others at 49152. Otherwise a connection could take the port before the server listens. Browsers block
 * some ports below 10081.
 */
const firstPort = 16_384;
const portsPerWorker = 1024;
const workers = 16;

/** Each worker of Vitest has its own ports. The main process, which runs global set-ups, has the first. */
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % workers;
const start = firstPort + worker * portsPerWorker;

/** Random, because other runs on this machine search the same ports. */
let next = randomInt(portsPerWorker);

/**
 * Finds a port for a server whose address must be known before it listens. Other servers can listen on port 0.
 *
 * @returns a TCP port of the loopback interface that this worker has not returned lately
 * @throws Error when all ports are taken
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < portsPerWorker; tries++) {
    const port = start + next;
    next = (next + 1) % portsPerWorker;
    if (await isFree(port)) return port;
  }
  throw new Error(`All TCP ports from ${start} to ${start + portsPerWorker - 1} are taken.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
