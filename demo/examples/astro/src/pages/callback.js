import { createCallback } from 'tax-connect/server';

const callback = createCallback({
  baseUrl: process.env.CONNECT_BASE_URL,
  clientId: process.env.CONNECT_CLIENT_ID,
  clientSecret: process.env.CONNECT_CLIENT_SECRET,
  onConnected({ accountId, providerId }) {
    // Store the access token with your user, like a password. It never goes to the page or a log.
    console.log(`connected ${accountId} at ${providerId}`);
  },
});

// Rendered by the server for each request, not at build time.
export const prerender = false;

export const POST = ({ request }) => callback(request);
