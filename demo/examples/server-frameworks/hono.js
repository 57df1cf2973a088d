import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { getSignedCookie, setSignedCookie } from 'hono/cookie';
import { callback, handleWebhook, sendFile } from './connect.js';

const secret = process.env.SESSION_SECRET;
const port = Number(process.env.PORT ?? 3000);
const app = new Hono();
app.post('/hooks', (context) => handleWebhook(context.req.raw));

// Replace this with your own sign-in.
app.post('/sign-in', async (context) => {
  const options = { httpOnly: true, sameSite: 'Lax' };
  await setSignedCookie(context, 'user', 'ada', secret, options);
  return context.body(null, 204);
});

const requireUser = async (context, next) => {
  const userId = await getSignedCookie(context, secret, 'user');
  if (!userId) return context.body(null, 401);
  context.set('userId', userId);
  return next();
};
app.post('/callback', requireUser, (context) =>
  callback(context.req.raw, { userId: context.get('userId') }),
);
app.get('/files/:recordId/:fileId', requireUser, (context) =>
  sendFile(context.req.raw, { userId: context.get('userId'), ...context.req.param() }),
);
serve({ fetch: app.fetch, port, hostname: 'localhost' }, () =>
  console.log(`http://localhost:${port}`),
);
