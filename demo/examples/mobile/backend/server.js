import { createServer } from 'node:http';
import { createSession, finishSession } from 'tax-connect/server';

const port = Number(process.env.PORT ?? 3000);
const { CONNECT_BASE_URL, CONNECT_CLIENT_ID, CONNECT_CLIENT_SECRET } = process.env;
const own = {
  baseUrl: CONNECT_BASE_URL,
  clientId: CONNECT_CLIENT_ID,
  clientSecret: CONNECT_CLIENT_SECRET,
};
// The app link, exactly as it is registered in the dashboard.
const redirectUri = process.env.REDIRECT_URI ?? `http://localhost:${port}/mobile/callback`;

// Your own sign-in. The app sends its token with each request.
const users = new Map([
  ['token-of-ada', 'ada'],
  ['token-of-ben', 'ben'],
]);

/** Each user's unfinished session. A real backend stores it in a table. */
const sessionIds = new Map();

const routes = {
  // Creates a session. The app opens the URL in the response.
  'POST /mobile/start': async (user) => {
    const { sessionId, url } = await createSession({ ...own, redirectUri });
    sessionIds.set(user, sessionId);
    return [200, { url }];
  },
  // Finishes a session. The app sends the session_id in the app link. Without it, the app asks about its last session.
  'POST /mobile/finish': async (user, { session_id }) => {
    const sessionId = sessionIds.get(user);
    if (!sessionId) return [200, { connected: false }];
    // Refuses a link with another person's session, which would connect that person's account to this user.
    if (session_id !== undefined && session_id !== sessionId) {
      return [403, { error: 'not_your_session' }];
    }
    try {
      const { accountId, providerId } = await finishSession({ ...own, sessionId });
      // Store the access token with your user, like a password. It never goes to the app or a log.
      console.log(`connected ${accountId} at ${providerId} for ${user}`);
      return [200, { connected: true }];
    } catch (error) {
      // The person has not allowed access, or has not decided yet.
      if (error.code === 'not_connected') return [200, { connected: false }];
      // An earlier request of the app finished this session, but the app did not get the response.
      if (error.code === 'already_exchanged') return [200, { connected: true }];
      throw error;
    }
  },
};

const server = createServer((request, response) => {
  // The server keeps running after any invalid request.
  answer(request, response).catch((error) => {
    console.error(`failed: ${error.name}`);
    response.destroy();
  });
});

async function answer(request, response) {
  // `new URL` is not used, because it throws for a target such as //.
  const [pathname] = request.url.split('?');
  // Shown if the system opened the app link in the browser. The link is not used: the app asks when it opens.
  if (request.method === 'GET' && pathname === '/mobile/callback') {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Referrer-Policy': 'no-referrer' });
    return response.end('Go back to the app and try again.\n');
  }
  const route = routes[`${request.method} ${pathname}`];
  const user = users.get(request.headers.authorization?.replace('Bearer ', ''));
  if (!route) return response.writeHead(404).end();
  if (!user) return response.writeHead(401).end();
  const [status, body] = await route(user, await readJson(request)).catch((error) => {
    console.error(`failed: ${error.code}`);
    return [502, { error: error.code }];
  });
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
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
