// The load of `exchange`, in a separate process. The parent process says what to send and gets the result.
// It uses bare sockets and parses answers itself, because it must never be slower than the server.
import { connect } from 'node:net';
import { createCode } from './codes.js';

/**
 * What to send.
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

/**
 * The result.
 *
 * @typedef {object} Outcome
 * @property {number} succeeded - answers with status 200 and an access token
 * @property {number} seconds - from the first request to the last answer
 * @property {number} p50Ms - median time from a request to its answer
 * @property {number} p99Ms - the 99th percentile of these times
 */

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

process.on('message', (message) => {
  const order = /** @type {Order} */ (message);
  run(order).then(
    (outcome) => process.send?.({ outcome }),
    (error) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

/**
 * @param {Order} order - what to send
 * @returns {Promise<Outcome>} the result
 */
async function run(order) {
  const sockets = await Promise.all(
    Array.from({ length: order.connections }, () => open(order.listenPort)),
  );
  // Created before the measurement starts.
  const requests = Array.from({ length: order.count }, (_, index) => createRequest(order, index));
  /** @type {number[]} */
  const times = [];
  let next = 0;
  let succeeded = 0;
  const start = performance.now();
  const work = async (/** @type {import('node:net').Socket} */ socket) => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const sent = performance.now();
      const isSuccess = await send(socket, request);
      times.push(performance.now() - sent);
      if (isSuccess) succeeded += 1;
    }
  };
  await Promise.all(sockets.map(work));
  const seconds = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.destroy();
  times.sort((one, other) => one - other);
  const pick = (/** @type {number} */ part) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return { succeeded, seconds, p50Ms: pick(0.5), p99Ms: pick(0.99) };
}

/**
 * @param {Order} order - what to send
 * @param {number} index - of the request
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

/**
 * @param {number} listenPort - of the server
 * @returns {Promise<import('node:net').Socket>} connected
 */
function open(listenPort) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: listenPort, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

/**
 * @param {import('node:net').Socket} socket - an idle connection
 * @param {Buffer} request - head and body
 * @returns {Promise<boolean>} whether it succeeded
 */
function send(socket, request) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer | undefined} */
    let answer;
    const read = (/** @type {Buffer} */ chunk) => {
      answer = answer ? Buffer.concat([answer, chunk]) : chunk;
      if (!isWhole(answer)) return;
      socket.off('data', read);
      socket.off('close', fail);
      const isOk = answer.toString('latin1', 9, 12) === '200';
      resolve(isOk && answer.includes('"access_token"'));
    };
    const fail = () => reject(new Error('The server closed a connection that was in use.'));
    socket.on('data', read);
    socket.once('close', fail);
    socket.write(request);
  });
}

/** @param {Buffer} answer - as much of it as there is */
function isWhole(answer) {
  const end = answer.indexOf(headEnd);
  if (end < 0) return false;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(answer.toString('latin1', 0, end)) ?? [];
  if (length !== undefined) return answer.length >= end + 4 + Number(length);
  return answer.subarray(-lastChunk.length).equals(lastChunk);
}
