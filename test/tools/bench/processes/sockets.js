// Shared by the loads. It uses bare sockets and parses answers itself, because it must never be slower than the
// server.
import { connect } from 'node:net';

/**
 * The result.
 *
 * @typedef {object} Outcome
 * @property {number} succeeded - right answers with a status of success
 * @property {number} seconds - from the first request to the last answer
 * @property {number} p50Ms - median time from a request to its answer, or of an act
 * @property {number} p99Ms - the 99th percentile of these times
 */

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/**
 * Answers each message of the parent process.
 *
 * @template Order
 * @param {(order: Order) => Promise<object>} run
 */
export function serveOrders(run) {
  process.on('message', (message) => {
    run(/** @type {Order} */ (message)).then(
      (outcome) => process.send?.({ outcome }),
      (error) => process.send?.({ error: String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}

/**
 * @param {object} load
 * @param {readonly number[]} load.listenPorts - they share the connections
 * @param {number} load.connections - kept alive, one request at a time on each
 * @param {readonly Buffer[]} load.requests
 * @param {string} load.expected - a part of each right answer
 * @returns {Promise<Outcome>} the result
 */
export async function measure({ listenPorts, connections, requests, expected }) {
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      open(listenPorts[index % listenPorts.length] ?? 0),
    ),
  );
  /** @type {number[]} */
  const times = [];
  let next = 0;
  let succeeded = 0;
  const start = performance.now();
  const work = async (/** @type {import('node:net').Socket} */ socket) => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const began = performance.now();
      const answer = await send(socket, request);
      times.push(performance.now() - began);
      if (isRight(answer, expected)) succeeded += 1;
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
 * @param {Buffer} answer
 * @param {string} expected - a part of it
 */
function isRight(answer, expected) {
  return answer.toString('latin1', 9, 10) === '2' && answer.includes(expected);
}

/**
 * @param {{ line: string, headers: readonly string[], body: string }} request - method and path; whole headers; '': no body
 * @returns {Buffer} a whole request
 */
export function createRequest({ line, headers, body }) {
  const head = [
    `${line} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Accept: application/json',
    'User-Agent: bench',
    ...headers,
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * @param {number} listenPort - of the server, on 127.0.0.1
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
 * @returns {Promise<Buffer>} the answer
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
      resolve(answer);
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
  if (answer.toString('latin1', 9, 12) === '204') return true;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(answer.toString('latin1', 0, end)) ?? [];
  if (length !== undefined) return answer.length >= end + 4 + Number(length);
  return answer.subarray(-lastChunk.length).equals(lastChunk);
}
