// The load of `exchange`, in a separate process. The parent process sends the orders and gets the results.
import { createCode } from './codes.js';
import { measure, serveOrders } from './sockets.js';

/**
 * The requests to send.
 *
 * @typedef {object} Order
 * @property {number} listenPort - of the server, on 127.0.0.1
 * @property {string} path - of its token endpoint
 * @property {string} type - the body's media type
 * @property {readonly [string, string]} body - the text before the code, and the text after it
 * @property {string} run - which codes, see `createCode`
 * @property {number} first - index of the first code
 * @property {number} count - how many requests
 * @property {number} connections - kept alive, one request at a time on each
 * @property {boolean} [isOneCode] - all requests present the first code
 */

/** @typedef {import('./sockets.js').Outcome} Outcome */

serveOrders((/** @type {Order} */ order) =>
  measure({
    listenPorts: [order.listenPort],
    connections: order.connections,
    requests: Array.from({ length: order.count }, (_, index) => createRequest(order, index)),
    expected: '"access_token"',
  }),
);

/**
 * @param {Order} order - the requests to send
 * @param {number} index - the index of the request
 */
function createRequest({ path, listenPort, type, body, run, first, isOneCode }, index) {
  const content = `${body[0]}${createCode(run, isOneCode ? first : first + index)}${body[1]}`;
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${listenPort}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(content)}`,
    'Accept: application/json',
    'User-Agent: bench',
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`);
}
