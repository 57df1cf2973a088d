import { expect, test } from '@playwright/test';
import { driveConnect, startConnectService } from 'tax-connect/testing';
import { createApp } from './app.js';

let connect;
let app;
let url;

test.beforeAll(async () => {
  connect = await startConnectService();
  app = createApp({ ...connect, baseUrl: connect.url });
  await new Promise((resolve) => app.server.listen(0, '127.0.0.1', resolve));
  url = `http://localhost:${app.server.address().port}/`;
});

test.afterAll(async () => {
  app.server.close();
  await connect.close();
});

test('a person connects an account', async ({ page }) => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Connect your tax account' }).click();

  await driveConnect(page).connect({ username: 'user_mfa' });

  // The backend gets the account while the modal still shows its success for a moment.
  await expect.poll(() => app.connections).toMatchObject([{ providerId: 'sandbox' }]);
});

test('a person denies access', async ({ page }) => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Connect your tax account' }).click();

  const person = driveConnect(page);
  await person.pick('Sandbox');
  await person.logIn({ username: 'user_good' });
  await person.deny();

  await expect(page.locator('#result')).toHaveText('exited');
});
