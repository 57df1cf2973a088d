// TCP ports, by the environment.
import { createServer, isIPv6 } from 'node:net';

/**
 * @param {string} name - of an environment variable
 * @param {number} fallback - the port when it is unset
 * @param {number} [least] - 0 where that may stand for any free port
 * @returns {number} the port
 * @throws when the variable holds anything else
 */
export function readPort(name, fallback, least = 1) {
  const text = process.env[name] || String(fallback);
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= least && port < 65_536) return port;
  throw new Error(`${name} must be a TCP port from ${least} to 65535.`);
}

/** @returns {string} where a service that listens on HOST can be asked, as in an address */
export function readListenHost() {
  const host = process.env.HOST || 'localhost';
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/**
 * @param {number} connectPort - of the Connect service
 * @param {number} appPort - of the demo application
 * @throws when they are the same, which both being free does not tell
 */
export function assertPortsDiffer(connectPort, appPort) {
  if (connectPort !== appPort) return;
  throw new Error(`CONNECT_PORT and APP_PORT must not be the same port, ${appPort}.`);
}

/**
 * Tells before anything starts, in words, what would otherwise be a stack of a child process.
 *
 * @param {string} name - of the environment variable that chooses another port
 * @param {number} port - to try
 * @returns {Promise<void>} rejected when something listens there already
 */
export function assertPortIsFree(name, port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      const sentence = isTaken
        ? `Port ${port} is taken: stop what uses it, or choose another port with ${name}.`
        : `Port ${port} cannot be used: ${error.message}`;
      reject(new Error(sentence, { cause: error }));
    });
    server.listen(port, () => server.close(() => resolve()));
  });
}
