// The load of `streams`, in a separate process: documents that listen for events, each on its own connection.
import { open, serveOrders } from './sockets.js';

/**
 * @typedef {object} Listeners
 * @property {number} listenPort
 * @property {readonly string[]} tokens - of the flows of the documents
 */

/** As many as a network may have. */
const perNetwork = 200;
/** Opened at the same time, so that the service is not flooded. */
const atOnce = 50;

serveOrders(async (/** @type {Listeners} */ order) => {
  for (let start = 0; start < order.tokens.length; start += atOnce) {
    const tokens = order.tokens.slice(start, start + atOnce);
    await Promise.all(tokens.map((token, index) => listen(order, token, start + index)));
  }
  return {};
});

/**
 * @param {Listeners} order
 * @param {string} token
 * @param {number} index
 */
async function listen({ listenPort }, token, index) {
  const socket = await open(listenPort);
  const body = JSON.stringify({ flow_token: token });
  const head = [
    'POST /connect/flow/events HTTP/1.1',
    'Host: 127.0.0.1',
    `Origin: http://localhost:${listenPort}`,
    `X-Forwarded-For: 192.0.2.${Math.floor(index / perNetwork) + 1}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  await new Promise((resolve, reject) => {
    socket.on('data', (chunk) => {
      if (chunk.includes('data: ')) resolve(undefined);
    });
    socket.once('close', () => reject(new Error('A stream ended.')));
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
