import { resolve } from 'node:path';
import files from '@fastify/static';
import fastify from 'fastify';
import { createCallback, toNodeHandler } from 'tax-connect/server';

const folder = process.env.PUBLIC_DIR ?? 'public';
const port = Number(process.env.PORT ?? 3000);

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

const app = fastify();
app.all('/callback', (request, reply) => {
  // The handler sends the response itself.
  reply.hijack();
  return handleCallback(request.raw, reply.raw);
});
app.register(files, { root: resolve(folder) });
await app.listen({ port, host: 'localhost' });
console.log(`http://localhost:${port}`);
