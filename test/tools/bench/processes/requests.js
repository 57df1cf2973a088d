// The load of the servers, in a separate process: one request for each value, such as a token or a code. It uses bare
// sockets and parses answers itself, because it must never be slower than the server.
import { connect } from 'node:net';

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

/**
 * The result.
 *
 * @typedef {object} Outcome
 * @property {number} succeeded - right answers with a status of success
 * @property {number} seconds - from the first request to the last answer
 * @property {number} p50Ms - median time from a request to its answer
 */

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

process.on('message', (message) => {
  measure(/** @type {Requests} */ (message)).then(
    (outcome) => process.send?.({ outcome }),
    (error) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

/** @param {Requests} order */
async function measure({ line, headers, body, values, listenPort, connections, expected }) {
  const requests = values.map((value) => {
    const fill = (/** @type {string} */ text) => text.replaceAll('{value}', value);
    return createRequest({ line: fill(line), headers: headers.map(fill), body: fill(body) });
  });
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(listenPort)));
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
  return { succeeded, seconds, p50Ms: times[Math.floor(times.length / 2)] ?? Number.NaN };
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
function createRequest({ line, headers, body }) {
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
