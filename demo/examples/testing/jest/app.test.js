import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startConnectService } from 'tax-connect/testing';
import { createApp } from './app.js';

let connect;
let app;
let url;

beforeAll(async () => {
  connect = await startConnectService();
  app = createApp({
    baseUrl: connect.url,
    clientId: connect.clientId,
    clientSecret: connect.clientSecret,
  });
  await new Promise((resolve) => app.server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${app.server.address().port}`;
});

afterAll(async () => {
  app.server.close();
  await connect.close();
});

test('a code becomes a connection', async () => {
  const code = await connect.createCode();
  const headers = { Origin: url };

  const response = await fetch(`${url}/callback?code=${code}`, { method: 'POST', headers });

  expect(response.status).toBe(204);
  expect(app.connections).toMatchObject([{ providerId: 'sandbox' }]);
});
