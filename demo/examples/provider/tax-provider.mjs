// A tax provider for trying plug-ins: accounts, sessions, second factors and tax returns behind an HTTP API, like a
// provider's partner API. It keeps everything in memory and knows nothing about Connect.
//
// PORT=4410 node demo/examples/provider/tax-provider.mjs
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createReturns } from './tax-returns.mjs';

const password = 'correct horse';
/** The simulated accounts by their e-mail addresses. The last four simulate failures of the provider. */
const accounts = new Map([
  ['ada@example.com', { id: 'taxpayer-1001', factors: [], filed: [2024, 2023, 2022] }],
  ['ben@example.com', { id: 'taxpayer-1002', factors: ['choice', 'code'], filed: [2024] }],
  ['cleo@example.com', { id: 'taxpayer-1003', factors: ['push'] }],
  ['dina@example.com', { id: 'taxpayer-1004', factors: ['question'] }],
  ['down@example.com', { fault: 'status 500' }],
  ['garbage@example.com', { fault: 'garbage' }],
  ['slow@example.com', { id: 'taxpayer-1005', factors: [], fault: 'slow' }],
  ['hang@example.com', { fault: 'hang' }],
]);
const wait = (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs));

/**
 * Creates the part of the API with which people sign in.
 *
 * @param {number} slowMs - the delay of a sign-in to the slow account, in milliseconds
 * @param {ReturnType<typeof createReading>} reading - creates a connection after a sign-in
 */
function createSignIn(slowMs, reading) {
  const sessions = new Map();
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
      const { account, email } = session;
      return [200, { taxpayer: { id: account.id, email }, grant: reading.open(email, account) }];
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

  return { sessions, sent, open, sendCode, check };
}

/** Creates the part of the API that reads a person's returns, with a token that expires after a minute. */
function createReading() {
  const grants = new Map();
  const tokens = new Map();

  function open(email, { filed = [] }) {
    const id = randomBytes(16).toString('hex');
    grants.set(id, createReturns(email, filed));
    return issueToken(id);
  }

  function issueToken(id) {
    const token = randomBytes(16).toString('hex');
    tokens.set(token, { id, endsAt: Date.now() + 60_000 });
    return { id, token };
  }

  /** Ends a grant, or issues a new token for it. */
  function change(method, id) {
    if (!grants.has(id)) return [404];
    if (method === 'POST') return [200, issueToken(id)];
    grants.delete(id);
    return [204];
  }

  function read(token, [id, what], query) {
    const { id: grant, endsAt = 0 } = tokens.get(token) ?? {};
    const returns = grants.get(grant);
    if (!returns || endsAt <= Date.now()) return [401, { error: 'token_ended' }];
    if (id === undefined) return [200, list(returns, query)];
    const found = returns.find((one) => one.id === id);
    if (!found || (what !== undefined && what !== 'pdf')) return [404];
    return [200, what === 'pdf' ? found.pdf : describe(found)];
  }

  function list(returns, query) {
    const year = query.get('year');
    const found = returns.filter((one) => year === null || one.year === Number(year));
    const start = 1 + found.findIndex(({ id }) => id === query.get('after'));
    const page = found.slice(start, start + Number(query.get('limit')));
    const isLast = start + page.length >= found.length;
    return { returns: page.map(describe), next: isLast ? undefined : page.at(-1)?.id };
  }

  const describe = ({ pdf, ...one }) => ({ ...one, pdfBytes: pdf.length });

  return { grants, tokens, open, change, read };
}

/**
 * @param {{ slowMs?: number }} [options] - `slowMs` is the delay of a sign-in to the slow account (default 3000)
 * @returns the server, which does not listen yet, the valid grants and tokens, and the codes that were sent
 */
export function createTaxProvider({ slowMs = 3000 } = {}) {
  const reading = createReading();
  const { grants, tokens } = reading;
  const { sessions, sent, open, sendCode, check } = createSignIn(slowMs, reading);

  async function answer({ method, headers }, { pathname, searchParams }, body) {
    const [, kind, id, what] = pathname.split('/').map(decodeURIComponent);
    if (kind === 'returns') {
      const token = headers.authorization?.replace('Bearer ', '');
      return reading.read(token, [id, what], searchParams);
    }
    if (kind === 'grants') return reading.change(method, id);
    const session = sessions.get(id);
    switch (`${method} ${kind} ${what ?? ''}`) {
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
    try {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const url = new URL(request.url ?? '/', 'http://provider');
      const [status, body] = await answer(request, url, text ? JSON.parse(text) : {});
      const isFile = Buffer.isBuffer(body);
      response.writeHead(status, {
        'Content-Type': isFile ? 'application/pdf' : 'application/json',
      });
      response.end(isFile || typeof body === 'string' ? body : JSON.stringify(body));
    } catch {
      response.writeHead(400).end();
    }
  });
  return { server, grants, tokens, sent };
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
