import { createServer } from 'node:http';
import { exchangeCode } from 'tax-connect/server';
import { finishFlow, startFlow } from './flows.js';

const port = Number(process.env.PORT ?? 3000);
const { CONNECT_BASE_URL, CONNECT_CLIENT_ID, CONNECT_CLIENT_SECRET } = process.env;
const connectUrl = process.env.CONNECT_URL ?? `${CONNECT_BASE_URL}/connect`;
// The app link, exactly as it is registered in the dashboard.
const redirectUri = process.env.REDIRECT_URI ?? `http://localhost:${port}/mobile/callback`;

// Your own sign-in. The app sends its token with each request.
const users = new Map([
  ['token-of-ada', 'ada'],
  ['token-of-ben', 'ben'],
]);

const routes = {
  // The app opens the address that this answers with.
  'POST /mobile/start': (user) => {
    const url = new URL(connectUrl);
    url.searchParams.set('client_id', CONNECT_CLIENT_ID);
    url.searchParams.set('redirect_uri', redirectUri);
    const { state, codeChallenge } = startFlow(user);
    url.searchParams.set('state', state);
    url.searchParams.set('code_challenge', codeChallenge);
    url.searchParams.set('code_challenge_method', 'S256');
    return [200, { url: url.href }];
  },
  // The app sends what came back in the app link.
  'POST /mobile/finish': async (user, { code, state }) => {
    const codeVerifier = finishFlow(user, state);
    if (!codeVerifier) return [403, { error: 'state_mismatch' }];
    try {
      const { accountId, providerId } = await exchangeCode({
        baseUrl: CONNECT_BASE_URL,
        clientId: CONNECT_CLIENT_ID,
        clientSecret: CONNECT_CLIENT_SECRET,
        code,
        codeVerifier,
        redirectUri,
      });
      // Store the access token with your user, like a password. It never goes to the app or a log.
      console.log(`connected ${accountId} at ${providerId} for ${user}`);
      return [200, { connected: true }];
    } catch (error) {
      console.error(`not connected: ${error.code}`);
      return [502, { error: error.code }];
    }
  },
};

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  // Where the system did not take the link to the app. The code in the address is left unused.
  if (request.method === 'GET' && pathname === '/mobile/callback') {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Referrer-Policy': 'no-referrer' });
    return response.end('Go back to the app and try again.\n');
  }
  const route = routes[`${request.method} ${pathname}`];
  const user = users.get(request.headers.authorization?.replace('Bearer ', ''));
  if (!route) return response.writeHead(404).end();
  if (!user) return response.writeHead(401).end();
  const [status, answer] = await route(user, await readJson(request));
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(answer));
});
server.listen(port, 'localhost', () => console.log(`http://localhost:${port}`));

async function readJson(request) {
  let text = '';
  for await (const part of request) {
    text += part;
    if (text.length > 10_000) break;
  }
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
