import cookie from '@fastify/cookie';
import session from '@fastify/session';
import fastify from 'fastify';
import { toNodeHandler } from 'tax-connect/server';
import { callback, handleWebhook, sendFile } from './connect.js';

const port = Number(process.env.PORT ?? 3000);
const app = fastify();
app.register(cookie);
app.register(session, {
  secret: process.env.SESSION_SECRET,
  cookie: { secure: 'auto' },
  saveUninitialized: false,
});

/** Creates a route in which `handle` responds. Its second argument is the request of Fastify. */
const mount = (handle) => (request, reply) => {
  reply.hijack();
  // Passes on the body, because Fastify has already read it.
  const incoming = Object.assign(request.raw, { body: request.body });
  toNodeHandler((own) => handle(own, request))(incoming, reply.raw);
};

app.register(async (scope) => {
  // The signature covers the bytes as they were sent, so no parser may change them.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  scope.post('/hooks', mount(handleWebhook));
});

// Replace this with your own sign-in.
app.post('/sign-in', async (request, reply) => {
  request.session.userId = 'ada';
  return reply.code(204).send();
});

const onRequest = async ({ session }, reply) => {
  if (session.userId === undefined) return reply.code(401).send();
};
const handleCallback = mount((request, { session }) =>
  callback(request, { userId: session.userId }),
);
const handleFile = mount((request, { session, params }) =>
  sendFile(request, { userId: session.userId, ...params }),
);
app.post('/callback', { onRequest }, handleCallback);
app.get('/files/:recordId/:fileId', { onRequest }, handleFile);
await app.listen({ port, host: 'localhost' });
console.log(`http://localhost:${port}`);
