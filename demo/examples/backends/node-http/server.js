import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { createCallback, toNodeHandler } from 'tax-connect/server';

const folder = process.env.PUBLIC_DIR ?? 'public';
const port = Number(process.env.PORT ?? 3000);
const types = new Map([
  ['.html', 'text/html'],
  ['.js', 'text/javascript'],
  ['.json', 'application/json'],
  ['.css', 'text/css'],
]);

// The complete callback: it takes the code from the page and exchanges it.
const callback = createCallback({
  baseUrl: process.env.CONNECT_BASE_URL,
  clientId: process.env.CONNECT_CLIENT_ID,
  clientSecret: process.env.CONNECT_CLIENT_SECRET,
  onConnected({ accountId, providerId }) {
    // Store the access token with your user, like a password. It never goes to the page or a log.
    console.log(`connected ${accountId} at ${providerId}`);
  },
});
const handleCallback = toNodeHandler(callback);

const server = createServer(async (request, response) => {
  const [pathname = '/'] = (request.url ?? '/').split('?');
  if (pathname === '/callback') return handleCallback(request, response);
  // `normalize` removes every part that would lead out of the folder, because the path begins with a slash. A target
  // like `http://host/..` has none.
  const file = normalize(pathname === '/' ? '/index.html' : `/${pathname}`);
  try {
    const body = await readFile(join(folder, file));
    response.writeHead(200, { 'Content-Type': types.get(extname(file)) ?? 'text/plain' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(port, 'localhost', () => console.log(`http://localhost:${port}`));
