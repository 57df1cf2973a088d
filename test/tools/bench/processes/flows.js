// The load of flows, in a separate process: people connect accounts, from the document of the Connect page to consent.
import { randomBytes, randomInt } from 'node:crypto';
import { createRequest, isRight, measureActs, send, serveOrders } from './sockets.js';

/**
 * @typedef {object} Flows
 * @property {readonly number[]} listenPorts - of the processes of a server, on 127.0.0.1
 * @property {readonly string[]} clientIds - of the applications, which take turns
 * @property {string} hostOrigin - embeds all of them
 * @property {number} count
 * @property {number} connections - kept alive, one flow at a time on each
 */

/** @typedef {(line: string, body: object | undefined, expected: string) => Promise<string>} Ask */

serveOrders((/** @type {Flows} */ { clientIds, hostOrigin, ...load }) =>
  measureActs({
    ...load,
    async act(socket, index) {
      const ask = createPerson(socket);
      await connect(ask, clientIds[index % clientIds.length] ?? '', hostOrigin);
      return true;
    },
  }),
);

/**
 * @param {import('node:net').Socket} socket
 * @returns {Ask} throws when the answer is wrong
 */
function createPerson(socket) {
  // Limits count per address, so each person has a separate address.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const headers = [`X-Forwarded-For: ${address}`, 'Sec-Fetch-Site: same-origin'];
  return async (line, body, expected) => {
    const text = body ? JSON.stringify(body) : '';
    const type = body ? ['Content-Type: application/json'] : [];
    const request = createRequest({ line, headers: [...headers, ...type], body: text });
    const answer = await send(socket, request);
    if (!isRight(answer, expected)) throw new Error(`${line}: ${answer}`);
    return answer.toString();
  };
}

/**
 * @param {Ask} ask
 * @param {string} clientId
 * @param {string} origin - of the host
 */
async function connect(ask, clientId, origin) {
  const document = await ask(`GET /connect?client_id=${clientId}`, undefined, '"flow_token"');
  const [, flow_token] = /"flow_token":"([\da-f]+)"/.exec(document) ?? [];
  const post = (
    /** @type {string} */ step,
    /** @type {object} */ fields,
    /** @type {string} */ expected,
  ) => ask(`POST /connect/flow/${step}`, { flow_token, ...fields }, expected);
  const nonce = randomBytes(32).toString('base64url');
  const username = `user_${randomBytes(8).toString('hex')}`;
  await post('start', { origin, nonce, state: null }, '"providers"');
  await post('provider', { provider_id: 'soak' }, '"login"');
  await post('login', { username }, '"consent"');
  await post('consent', { decision: 'allow' }, '"code"');
}
