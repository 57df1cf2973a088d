// TCP ports, by the environment.
import { createServer } from 'node:net';

/**
 * @param {string} name - of an environment variable
 * @param {number} fallback - the port when it is unset
 * @returns {number} the port
 * @throws when the variable holds anything else
 */
export function readPort(name, fallback) {
  const text = process.env[name] || String(fallback);
  const port = Number(text);
  if (/^\d+$/.test(text) && port > 0 && port < 65_536) return port;
  throw new Error(`${name} must be a TCP port from 1 to 65535.`);
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
