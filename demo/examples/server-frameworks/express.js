import express from 'express';
import session from 'express-session';
import passport from 'passport';
import { toNodeHandler } from 'tax-connect/server';
import { callback, handleWebhook, sendFile } from './connect.js';

const port = Number(process.env.PORT ?? 3000);
const app = express();
// This route comes before the JSON parser, because the signature covers the bytes as they were sent.
app.post('/hooks', toNodeHandler(handleWebhook));
app.use(express.json());
app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false }));
app.use(passport.session());
passport.serializeUser(({ id }, done) => done(null, id));
passport.deserializeUser((id, done) => done(null, { id }));

// Replace this with your own sign-in.
app.post('/sign-in', (request, response, next) => {
  request.login({ id: 'ada' }, (error) => (error ? next(error) : response.sendStatus(204)));
});

function requireUser(request, response, next) {
  if (request.isAuthenticated()) next();
  else response.sendStatus(401);
}
// The second argument is the request of Express, with the properties that Passport has added.
const handleCallback = toNodeHandler((request, { user }) => callback(request, { userId: user.id }));
const handleFile = toNodeHandler((request, { user, params }) =>
  sendFile(request, { userId: user.id, ...params }),
);
app.all('/callback', requireUser, handleCallback);
app.get('/files/:recordId/:fileId', requireUser, handleFile);
app.use(express.static('public'));
app.listen(port, 'localhost', () => console.log(`http://localhost:${port}`));
