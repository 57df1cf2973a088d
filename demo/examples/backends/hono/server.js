import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createCallback } from 'tax-connect/server';

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

const app = new Hono();
app.all('/callback', (context) => callback(context.req.raw));
app.use('*', serveStatic({ root: folder }));
serve({ fetch: app.fetch, port, hostname: 'localhost' }, () => {
  console.log(`http://localhost:${port}`);
});
