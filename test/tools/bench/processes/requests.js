// The load of `growth`, in a separate process: one request for each value, such as a token or a code.
import { measure, serveOrders } from './sockets.js';

/**
 * @typedef {object} Requests
 * @property {number} listenPort - of the server, on 127.0.0.1
 * @property {string} line - method and path, in which `{value}` stands for a value
 * @property {readonly string[]} headers - the same
 * @property {string} body - the same; '': none
 * @property {readonly string[]} values
 * @property {number} connections - kept alive, one request at a time on each
 * @property {string} expected - a part of each right answer
 */

/** @typedef {import('./sockets.js').Outcome} Outcome */

serveOrders((/** @type {Requests} */ { listenPort, values, ...order }) =>
  measure({
    listenPorts: [listenPort],
    connections: order.connections,
    requests: values.map((value) => createRequest(order, value)),
    expected: order.expected,
  }),
);

/**
 * @param {Pick<Requests, 'line' | 'headers' | 'body'>} order
 * @param {string} value
 * @returns {Buffer} a whole request
 */
function createRequest({ line, headers, body }, value) {
  const content = body.replaceAll('{value}', value);
  const head = [
    `${line} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Accept: application/json',
    'User-Agent: bench',
    ...headers,
    ...(content === '' ? [] : [`Content-Length: ${Buffer.byteLength(content)}`]),
  ];
  return Buffer.from(`${head.join('\r\n').replaceAll('{value}', value)}\r\n\r\n${content}`);
}
