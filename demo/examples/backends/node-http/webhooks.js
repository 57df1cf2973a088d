import { createServer } from 'node:http';
import { createWebhookHandler, toNodeHandler } from 'tax-connect/server';

const port = Number(process.env.PORT ?? 3000);
// The IDs of handled events. Keep them in your database.
const handled = new Set();

const handleWebhook = createWebhookHandler({
  secret: process.env.CONNECT_WEBHOOK_SECRET,
  onEvent({ id, type, data }) {
    // The same event may be delivered again.
    if (handled.has(id)) return;
    if (type === 'connection.login_required') console.log(`sign in again: ${data.accountId}`);
    if (type === 'connection.disconnected') console.log(`disconnected: ${data.accountId}`);
    handled.add(id);
  },
});
// Throws for a wrong secret now, when the server starts, and not at the first event.
handleWebhook.check();
const answerWebhook = toNodeHandler(handleWebhook);

const server = createServer((request, response) => {
  if (request.url === '/hooks') return answerWebhook(request, response);
  response.writeHead(404).end();
});
server.listen(port, 'localhost', () => console.log(`http://localhost:${port}`));
