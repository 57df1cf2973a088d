// A tax provider to try plug-ins on: accounts, sessions and second factors behind an HTTP API, as a
// provider's partner API might be. It keeps everything in memory and knows nothing of Connect.
//
//   PORT=4410 node demo/examples/provider/tax-provider.mjs
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const password = 'correct horse';
/** Each simulated login, by e-mail address. The last four simulate failures of the provider. */
const accounts = new Map([
  ['ada@example.com', { id: 'taxpayer-1001', factors: [] }],
  ['ben@example.com', { id: 'taxpayer-1002', factors: ['choice', 'code'] }],
  ['cleo@example.com', { id: 'taxpayer-1003', factors: ['push'] }],
  ['dina@example.com', { id: 'taxpayer-1004', factors: ['question'] }],
  ['down@example.com', { fault: 'status 500' }],
  ['garbage@example.com', { fault: 'garbage' }],
  ['slow@example.com', { id: 'taxpayer-1005', factors: [], fault: 'slow' }],
  ['hang@example.com', { fault: 'hang' }],
]);
const wait = (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs));

/**
 * The provider's sign-in.
 *
 * @param {number} slowMs - how long the slow account takes
 */
function createSignIn(slowMs) {
  const sessions = new Map();
  const grants = new Set();
  const sent = [];

  async function open({ email, password: typed }) {
    const account = accounts.get(email);
    if (account?.fault === 'status 500') return [500, { error: 'maintenance' }];
    if (account?.fault === 'garbage') return [200, '<html>Welcome!</html>'];
    if (account?.fault === 'hang') return await new Promise(() => {});
    if (account?.fault === 'slow') await wait(slowMs);
    if (!account || typed !== password) return [401, { error: 'invalid_credentials' }];
    const session = {
      id: randomBytes(16).toString('hex'),
      email,
      account,
      left: [...account.factors],
      polls: 0,
      wrong: 0,
    };
    sessions.set(session.id, session);
    return proceed(session);
  }

  function proceed(session) {
    const [factor] = session.left;
    if (!factor) {
      sessions.delete(session.id);
      const grant = randomBytes(16).toString('hex');
      grants.add(grant);
      return [200, { taxpayer: { id: session.account.id, email: session.email }, grant }];
    }
    if (factor === 'code') sendCode(session);
    return [200, { session: session.id, factor, devices: ['Text message to •••• 42', 'E-mail'] }];
  }

  function sendCode(session) {
    session.code = String(100_000 + (randomBytes(4).readUInt32BE() % 900_000));
    sent.push(session.code);
    return [204];
  }

  function check(session, text) {
    const [factor] = session.left;
    if (factor === 'push') {
      session.polls += 1;
      if (session.polls < 3) return [200, { session: session.id, factor }];
    }
    const isRight = {
      choice: text !== '',
      code: text === session.code,
      question: text.toLowerCase() === 'bluebell',
      push: true,
    }[factor];
    if (!isRight) {
      session.wrong += 1;
      return session.wrong < 5 ? [401, { error: 'wrong_answer' }] : [423, { error: 'locked' }];
    }
    session.left.shift();
    return proceed(session);
  }

  return { sessions, grants, sent, open, sendCode, check };
}

/**
 * @param {{ slowMs?: number }} [options] - how long the slow account takes (default 3000)
 * @returns {{ server: import('node:http').Server, grants: Set<string>, sent: string[] }} the provider, not
 *   listening yet; the grants that hold; the codes that it has sent
 */
export function createTaxProvider({ slowMs = 3000 } = {}) {
  const { sessions, grants, sent, open, sendCode, check } = createSignIn(slowMs);

  async function answer(method, path, body) {
    const [, kind, id, what] = path.split('/');
    const session = sessions.get(id);
    switch (`${method} ${kind} ${what ?? ''}`) {
      case 'DELETE grants ':
        return [grants.delete(id) ? 204 : 404];
      case 'POST sessions ':
        return await open(body);
      case 'POST sessions code':
        return session ? sendCode(session) : [404];
      case 'POST sessions answer':
        return session ? check(session, body.answer) : [404];
      default:
        return [404];
    }
  }

  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const path = new URL(request.url ?? '/', 'http://provider').pathname;
    try {
      const [status, body] = await answer(request.method, path, text ? JSON.parse(text) : {});
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    } catch {
      response.writeHead(400).end();
    }
  });
  return { server, grants, sent };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const listenPort = Number(process.env.PORT || 4410);
  const { server } = createTaxProvider();
  server.listen(listenPort, '127.0.0.1', () => {
    process.stdout.write(`Tax provider on http://127.0.0.1:${listenPort}\n`);
    process.stdout.write(`Accounts, with the password "${password}":\n`);
    for (const email of accounts.keys()) process.stdout.write(`  ${email}\n`);
  });
}
