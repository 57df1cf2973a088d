// @node-oauth/oauth2-server as a contestant of `exchange`, with everything in memory. It has no HTTP
// server, so this file adds the smallest one that works.
import { createHash, timingSafeEqual } from 'node:crypto';
import { parse } from 'node:querystring';
import OAuth2Server from '@node-oauth/oauth2-server';
import { createCode } from './codes.js';
import { application, serve } from './contestant.js';

const maxBodyBytes = 16 * 1024;
const hash = (/** @type {string} */ text) => createHash('sha256').update(text).digest();
const secretHash = hash(application.clientSecret);
const client = { id: application.clientId, grants: ['authorization_code'] };

const codes = new Map();
const tokens = new Map();

const oauth = new OAuth2Server({
  model: {
    async getClient(clientId, clientSecret) {
      if (clientId !== client.id) return false;
      return timingSafeEqual(hash(clientSecret), secretHash) ? client : false;
    },
    async getAuthorizationCode(code) {
      return codes.get(code);
    },
    async revokeAuthorizationCode({ authorizationCode }) {
      return codes.delete(authorizationCode);
    },
    async saveToken(token, ownClient, user) {
      const saved = { ...token, client: ownClient, user };
      tokens.set(token.accessToken, saved);
      return saved;
    },
    async getAccessToken(accessToken) {
      return tokens.get(accessToken);
    },
  },
});

serve(
  (request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    let length = 0;
    request.on('data', (/** @type {Buffer} */ chunk) => {
      length += chunk.length;
      if (length > maxBodyBytes) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => void answer(request, response, Buffer.concat(chunks).toString()));
  },
  async (run, count) => {
    const expiresAt = new Date(Date.now() + 600_000);
    for (let index = 0; index < count; index += 1) {
      const authorizationCode = createCode(run, index);
      codes.set(authorizationCode, {
        authorizationCode,
        client,
        expiresAt,
        redirectUri: application.redirectUri,
        user: { id: `user_${run}_${index}` },
      });
    }
  },
);

/**
 * @param {import('node:http').IncomingMessage} incoming - the request, read
 * @param {import('node:http').ServerResponse} outgoing - its answer
 * @param {string} form - the body
 */
async function answer(incoming, outgoing, form) {
  const request = new OAuth2Server.Request({
    headers: /** @type {Record<string, string>} */ (incoming.headers),
    method: incoming.method ?? '',
    query: {},
    body: { ...parse(form) },
  });
  const response = new OAuth2Server.Response();
  // The response contains refusals, too, so the error is ignored here.
  await oauth.token(request, response).catch(() => {});
  const body = JSON.stringify(response.body);
  outgoing.writeHead(response.status ?? 200, {
    ...response.headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  outgoing.end(body);
}
