// The endpoints that `service` measures, written by hand with node:http: the same statements, the same checks of secrets
// and tokens, the same limits and the same headers. It has no log, no metrics and no schemas, and few checks.
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createBackend } from './by-hand-backend.js';
import { openDatabase } from './by-hand-database.js';
import { createFlow } from './by-hand-flow.js';
import { serve } from './contestant.js';

/**
 * @typedef {object} Asked
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {URLSearchParams} query
 * @property {string} body
 */
/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {object | string} body - an object is sent as JSON
 * @property {Record<string, string>} [headers] - in place of the usual ones
 */
/** @typedef {Record<string, (asked: Asked) => Promise<Answer>>} Handlers */

/**
 * @typedef {object} Parts
 * @property {import('./by-hand-database.js').Database} database
 * @property {(key: string, max: number, windowMs: number) => Promise<void>} limit - throws when it is exceeded
 * @property {(text: string) => string} hash
 * @property {(key: string, salt: string) => string} derive - a secret from two halves
 * @property {() => string} createSecret
 * @property {(left: string, right: string) => boolean} areSame - compares two hashes in constant time
 */

const database = openDatabase();
/** @type {Map<string, { left: number, end: number }>} */
const leases = new Map();

/** @type {Parts} */
const parts = {
  database,
  // As the service, in leases of a thousandth.
  async limit(key, max, windowMs) {
    const size = Math.max(1, Math.floor(max / 1000));
    const lease = leases.get(key);
    if (lease && lease.end > Date.now() && lease.left > 0) {
      lease.left -= 1;
      return;
    }
    if ((await database.count(key, size, windowMs)) > max) throw new Error(`${key} is exceeded.`);
    if (size > 1) leases.set(key, { left: size - 1, end: Date.now() + windowMs });
  },
  hash: (text) => createHash('sha256').update(text).digest('hex'),
  derive: (key, salt) => createHmac('sha256', key).update(salt).digest('hex'),
  createSecret: () => randomBytes(32).toString('hex'),
  areSame: (left, right) =>
    left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right)),
};

/** @type {Handlers} */
const handlers = { ...createBackend(parts), ...createFlow(parts) };
const usualHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Type': 'application/json',
};

serve(
  (request, response) => {
    answer(request).then(
      ({ status, body, headers = usualHeaders }) => {
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        const own = { 'X-Request-Id': randomUUID(), 'Content-Length': Buffer.byteLength(text) };
        response.writeHead(status, { ...headers, ...own }).end(text);
      },
      (error) => response.writeHead(500).end(String(error.stack)),
    );
  },
  async () => {},
);

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Answer>}
 */
async function answer(request) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const handle = handlers[`${request.method} ${pathname}`];
  if (!handle) return { status: 404, body: { error: 'not_found' } };
  let body = '';
  if (request.method === 'POST')
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return await handle({ headers: request.headers, query: searchParams, body });
}
