import { createServer } from 'node:http';
import { createCallback, toNodeHandler } from 'tax-connect/server';

/** The backend of an application: `POST /callback?code=…` stores a connection. */
export function createApp({ baseUrl, clientId, clientSecret }) {
  const connections = [];
  const callback = toNodeHandler(
    createCallback({
      baseUrl,
      clientId,
      clientSecret,
      onConnected: (connection) => void connections.push(connection),
      onError: () => {},
    }),
  );
  const server = createServer((request, response) => {
    if (request.url.startsWith('/callback?')) callback(request, response);
    else response.writeHead(404).end();
  });
  return { server, connections };
}
