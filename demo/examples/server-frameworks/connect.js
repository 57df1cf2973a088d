import { createCallback, createWebhookHandler, openFile } from 'tax-connect/server';

const baseUrl = process.env.CONNECT_BASE_URL;
/** The connections by user ID. Keep them in your database, with encrypted access tokens. */
const connections = new Map();

export const callback = createCallback({
  baseUrl,
  clientId: process.env.CONNECT_CLIENT_ID,
  clientSecret: process.env.CONNECT_CLIENT_SECRET,
  // `context` is the value that your route passes with the request.
  onConnected({ accountId, accessToken }, { context: { userId } }) {
    connections.set(userId, { accountId, accessToken });
    console.log(`connected ${accountId}`);
  },
});

export const handleWebhook = createWebhookHandler({
  secret: process.env.CONNECT_WEBHOOK_SECRET,
  onEvent({ type, data }) {
    console.log(type, data.accountId);
  },
});

/** Responds with a file of the user's tax records. */
export async function sendFile({ signal }, { userId, recordId, fileId }) {
  const connection = connections.get(userId);
  if (!connection) return new Response('Not connected.', { status: 404 });
  const { accessToken } = connection;
  const file = await openFile({ baseUrl, accessToken, recordId, fileId, signal });
  return new Response(file.body, {
    headers: {
      'Content-Type': file.mediaType,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  });
}
