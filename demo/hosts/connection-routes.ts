import { type Context, Hono } from 'hono';
import { disconnect } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import type { ConnectSessions } from './connect-sessions.ts';
import { describeConnection, streamConnection } from './connection-stream.ts';
import type { Sessions } from './sessions.ts';

/**
 * Creates the routes with which the page reads, creates and ends the visitor's connection.
 *
 * @param sessions - the sessions of the visitors, with their connections
 * @param connectSessions - creates and finishes the visitors' Connect sessions
 */
export function createConnectionRoutes(
  config: AppConfig,
  sessions: Sessions,
  connectSessions: ConnectSessions,
): Hono {
  const { connectBaseUrl: baseUrl, clientId, clientSecret } = config;
  const isFromOwnPage = ({ req }: Context) => req.header('sec-fetch-site') === 'same-origin';

  return (
    new Hono()
      .post('/api/connect-session', async (context) => {
        const session = sessions.find(context.req.raw);
        if (!isFromOwnPage(context) || !session) return context.body(null, 403);
        const isAgain = context.req.query('again') !== undefined;
        context.header('Cache-Control', 'no-store');
        return context.json({ session: await connectSessions.start(session, isAgain) }, 201);
      })
      .get('/api/connection', async (context) => {
        const session = sessions.find(context.req.raw);
        const isFound = session !== undefined && (await connectSessions.finishLost(session));
        context.header('Cache-Control', 'no-store');
        const known = describeConnection(session?.connection);
        return context.json({ ...known, ...(isFound ? { found: true } : {}) });
      })
      .get('/api/connection/stream', (context) => streamConnection(sessions.find(context.req.raw)))
      .post('/api/disconnect', async (context) => {
        if (!isFromOwnPage(context)) return context.body(null, 403);
        const session = sessions.find(context.req.raw);
        const accessToken = session?.connection?.accessToken;
        // Deletes the token only after the service has ended it. A token deleted earlier would stay valid.
        if (accessToken) await disconnect({ baseUrl, accessToken });
        session?.setConnection(null);
        return context.body(null, 204);
      })
      // The sandbox can simulate a provider that ends a connection, for example after a change of the password.
      .post('/api/end-sign-in', async (context) => {
        const connection = sessions.find(context.req.raw)?.connection;
        if (!isFromOwnPage(context) || !connection) return context.body(null, 403);
        const path = `/sandbox/accounts/${encodeURIComponent(connection.accountId)}/login_required`;
        const { ok } = await fetch(new URL(path, baseUrl), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
          redirect: 'error',
          signal: AbortSignal.timeout(10_000),
        });
        return context.body(null, ok ? 204 : 502);
      })
  );
}
