// The load of `records`, in a separate process: many short reads, or slow readers of files.
import { createRequest, measure, open, serveOrders } from './sockets.js';

/**
 * Reads of one path, with one token after the other.
 *
 * @typedef {object} Reads
 * @property {readonly number[]} listenPorts - of the processes of one server
 * @property {string} path
 * @property {readonly string[]} tokens
 * @property {number} count - how many requests
 * @property {number} connections - kept alive, one request at a time on each
 * @property {string} expected - a part of each right answer
 */

/**
 * One file for each token, all at the same time.
 *
 * @typedef {object} SlowReads
 * @property {number} listenPort
 * @property {string} path
 * @property {readonly string[]} tokens
 * @property {number} bytes - of a file
 * @property {number} bytesPerSecond - of each reader
 */

/** @typedef {import('./sockets.js').Outcome} Outcome */

serveOrders(async (/** @type {Reads | SlowReads} */ order) => {
  if ('bytesPerSecond' in order) {
    const files = await Promise.all(order.tokens.map((token) => readSlowly(order, token)));
    return { whole: files.filter(Boolean).length };
  }
  const { tokens, count, path } = order;
  const requests = Array.from({ length: count }, (_, index) =>
    createRead(path, tokens[index % tokens.length] ?? ''),
  );
  return await measure({ ...order, requests });
});

/**
 * @param {SlowReads} order
 * @param {string} token
 * @returns {Promise<boolean>} whether the whole file has come
 */
async function readSlowly({ listenPort, path, bytes, bytesPerSecond }, token) {
  const socket = await open(listenPort);
  let received = 0;
  return await new Promise((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (received >= bytes) socket.destroy();
      socket.pause();
      setTimeout(() => socket.resume(), (chunk.length / bytesPerSecond) * 1000);
    });
    socket.once('close', () => resolve(received >= bytes));
    socket.write(createRead(path, token));
  });
}

/**
 * @param {string} path - of an endpoint
 * @param {string} token - the access token
 * @returns {Buffer} a whole request
 */
function createRead(path, token) {
  const headers = [`Authorization: Bearer ${token}`];
  return createRequest({ line: `GET ${path}`, headers, body: '' });
}
