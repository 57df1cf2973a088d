// Reads TCP ports from environment variables, and checks them.
import { createServer, isIPv6 } from 'node:net';

/**
 * @param {string} name - the name of an environment variable
 * @param {number} fallback - the port when the variable is unset or empty
 * @param {number} [least] - the lowest allowed value: 0 if it may mean any free port; by default 1
 * @returns {number} the port
 * @throws when the value is not an allowed port
 */
export function readPort(name, fallback, least = 1) {
  const text = process.env[name] || String(fallback);
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= least && port < 65_536) return port;
  throw new Error(`${name} must be a TCP port from ${least} to 65535.`);
}

/** @returns {string} the host name for URLs of a service that listens on the address in the variable HOST */
export function readListenHost() {
  const host = process.env.HOST || 'localhost';
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/**
 * @param {number} connectPort - the port of the Connect service
 * @param {number} appPort - the port of the demo application
 * @throws when both ports are the same. Checking whether each port is free would not find this
 */
export function assertPortsDiffer(connectPort, appPort) {
  if (connectPort !== appPort) return;
  throw new Error(`CONNECT_PORT and APP_PORT must not be the same port, ${appPort}.`);
}

/**
 * Checks a port before any process starts, so that the user gets a message instead of a stack trace.
 *
 * @param {string} name - the environment variable that chooses another port
 * @param {number} port - the port to try
 * @returns {Promise<void>} rejects when another program listens on it
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
