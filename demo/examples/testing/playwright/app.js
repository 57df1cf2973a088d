import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createCallback, toNodeHandler } from 'tax-connect/server';

const script = readFileSync(fileURLToPath(import.meta.resolve('tax-connect/script')));

const createPage = ({ clientId, connectUrl }) => `<!doctype html>
<html lang="en">
  <title>Shop</title>
  <button>Connect your tax account</button>
  <p id="result" role="status"></p>
  <script src="/tax-connect.js"></script>
  <script>
    document.querySelector('button').addEventListener('click', async () => {
      const session = TaxConnect.open({
        clientId: '${clientId}',
        connectUrl: '${connectUrl}',
        onSuccess: TaxConnect.forwardCode('/callback'),
      });
      const outcome = await session.finished;
      document.querySelector('#result').textContent = outcome.status;
    });
  </script>
</html>`;

/** An application with a page and a backend. */
export function createApp({ baseUrl, connectUrl, clientId, clientSecret }) {
  const connections = [];
  const callback = toNodeHandler(
    createCallback({
      baseUrl,
      clientId,
      clientSecret,
      onConnected: (connection) => void connections.push(connection),
    }),
  );
  const server = createServer((request, response) => {
    if (request.url.startsWith('/callback?')) callback(request, response);
    else if (request.url === '/tax-connect.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' }).end(script);
    } else {
      const page = createPage({ clientId, connectUrl });
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
    }
  });
  return { server, connections };
}
