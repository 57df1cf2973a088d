import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startConnectService } from 'tax-connect/testing';
import { createApp } from './app.js';

let connect;
let app;
let url;

before(async () => {
  connect = await startConnectService();
  app = createApp({
    baseUrl: connect.url,
    clientId: connect.clientId,
    clientSecret: connect.clientSecret,
  });
  await new Promise((resolve) => app.server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${app.server.address().port}`;
});

afterEach(async () => {
  app.connections.length = 0;
  await connect.reset();
});

after(async () => {
  app.server.close();
  await connect.close();
});

/** The same request that `forwardCode` sends from the application's own page. */
const forward = (code) =>
  fetch(`${url}/callback?code=${code}`, { method: 'POST', headers: { Origin: url } });

test('a code becomes a connection', async () => {
  const response = await forward(await connect.createCode());

  assert.equal(response.status, 204);
  assert.equal(app.connections.length, 1);
  assert.equal(app.connections[0].providerId, 'sandbox');
});

test('an expired code does not', async () => {
  const code = await connect.createCode();
  await connect.advance(61_000);

  const response = await forward(code);

  assert.equal(response.ok, false);
  assert.deepEqual(app.connections, []);
});

test('a service that is down does not, and the user may try again', async () => {
  connect.failNext('/auth/token', { status: 503 });

  const first = await forward(await connect.createCode());
  const second = await forward(await connect.createCode());

  assert.equal(first.ok, false);
  assert.equal(second.status, 204);
});
