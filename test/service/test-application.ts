import type { ApplicationRegistration } from '../../src/connect/service/applications/registered-application.ts';

/* Without Vitest, so that the bench can use it, too. */

export const publicUrl = 'http://connect.localhost:4400';
export const redirectUri = 'https://app.example/callback?tenant=a%20b';

export const testApplication: ApplicationRegistration = {
  name: 'Test <App>',
  client_id: 'test_app',
  client_secret: 'test_app_secret_0f4c8b1d7e2a9365',
  environment: 'test',
  redirect_uris: [redirectUri, 'http://localhost:4401/callback'],
  origins: [],
};

export const credentials = {
  client_id: testApplication.client_id,
  client_secret: testApplication.client_secret,
};
