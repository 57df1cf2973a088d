import Koa from 'koa';
import { toNodeHandler } from 'tax-connect/server';
import { callback, handleWebhook, sendFile } from './connect.js';

const port = Number(process.env.PORT ?? 3000);
const app = new Koa();
app.keys = [process.env.SESSION_SECRET];
const userOf = ({ cookies }) => cookies.get('user', { signed: true });

/** Creates a handler in which `handle` responds. Its second argument is the context of Koa. */
const mount = (handle) => (context) => {
  context.respond = false;
  toNodeHandler((request) => handle(request, context))(context.req, context.res);
};

const handlers = {
  '/hooks': mount(handleWebhook),
  // Replace this with your own sign-in.
  '/sign-in': (context) => {
    context.cookies.set('user', 'ada', { signed: true, sameSite: 'lax' });
    context.status = 204;
  },
  '/callback': (context) => {
    const userId = userOf(context);
    context.assert(userId, 401);
    mount((request) => callback(request, { userId }))(context);
  },
  '/files': (context) => {
    const userId = userOf(context);
    context.assert(userId, 401);
    const { recordId, fileId } = context.query;
    mount((request) => sendFile(request, { userId, recordId, fileId }))(context);
  },
};
// Or with @koa/router: router.all('/callback', handlers['/callback'])
app.use((context, next) => (handlers[context.path] ?? next)(context));
app.listen(port, 'localhost', () => console.log(`http://localhost:${port}`));
