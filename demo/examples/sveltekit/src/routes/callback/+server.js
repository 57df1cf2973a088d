import { createCallback } from 'tax-connect/server';
import { env } from '$env/dynamic/private';

const callback = createCallback({
  baseUrl: env.CONNECT_BASE_URL,
  clientId: env.CONNECT_CLIENT_ID,
  clientSecret: env.CONNECT_CLIENT_SECRET,
  onConnected({ accountId, providerId }) {
    // Store the access token with your user, like a password. It never goes to the page or a log.
    console.log(`connected ${accountId} at ${providerId}`);
  },
});

export const POST = ({ request }) => callback(request);
