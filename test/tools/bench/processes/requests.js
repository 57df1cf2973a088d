// The load of the servers, in a separate process: one request for each value, such as a token or a code.
import { createRequest, measure, serveOrders } from './sockets.js';

/**
 * @typedef {object} Requests
 * @property {readonly number[]} listenPorts - of the processes of a server, on 127.0.0.1
 * @property {string} line - method and path, in which `{value}` stands for a value
 * @property {readonly string[]} headers - the same
 * @property {string} body - the same; '': none
 * @property {readonly string[]} values
 * @property {number} connections - kept alive, one request at a time on each
 * @property {string} expected - a part of each right answer
 */

/** @typedef {import('./sockets.js').Outcome} Outcome */

serveOrders((/** @type {Requests} */ { line, headers, body, values, ...order }) =>
  measure({
    ...order,
    requests: values.map((value) => {
      const fill = (/** @type {string} */ text) => text.replaceAll('{value}', value);
      return createRequest({ line: fill(line), headers: headers.map(fill), body: fill(body) });
    }),
  }),
);
