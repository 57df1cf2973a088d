import type { ApplicationRegistration } from '../../src/connect/service/applications/registered-application.ts';

/* Without Vitest, so that the bench can use it, too. */

export const publicUrl = 'http://connect.localhost:4400';
export const redirectUri = 'https://app.example/callback?tenant=a%20b';
export const hostOrigin = 'http://app.localhost:4401';
export const nonce = 'n'.repeat(43);

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

export const liveApplication: ApplicationRegistration = {
  ...testApplication,
  name: 'Live App',
  client_id: 'live_app',
  client_secret: 'live_app_secret_5a93c6e07d1f42b8',
  environment: 'live',
  origins: ['https://app.example'],
};

/** The live application with a host at this machine. */
export const live = { ...liveApplication, origins: [hostOrigin] };

export const adminToken = 'admin_token_7d1c2b3a4f5e6d7c8b9a0f1e';
export const introspectionSecret = 'introspection_secret_1c2d3e4f5a6b7c8d';

/** The time of the harness's clock. */
export const start = 1_700_000_000_000;
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
