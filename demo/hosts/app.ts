import { Hono } from 'hono';
import type { AppConfig } from './config.ts';
import { createConnectCallback } from './connect-callback.ts';
import { createConnectSessions } from './connect-sessions.ts';
import { createConnectWebhook } from './connect-webhook.ts';
import { createConnectionRoutes } from './connection-routes.ts';
import { createExchangeLog } from './exchange-log.ts';
import type { FaultServers } from './fault-servers.ts';
import { createPageRoutes, pathOf } from './page-routes.ts';
import { createPageSender } from './page-sender.ts';
import { createPlaygroundRoutes } from './playground-routes.ts';
import { createRecordRoutes } from './record-routes.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { createSessions } from './sessions.ts';

/**
 * Creates the routes of the application's backend.
 *
 * @param getFaults - returns the servers that simulate faults for the playground. Starts them at the first call
 * @param signal - aborted when the application stops
 * @throws ExchangeError `invalid_options` for a wrong address or empty credentials; WebhookError `invalid_options`
 *   for a wrong secret
 */
export function createApp(
  config: AppConfig,
  getFaults: () => Promise<FaultServers>,
  signal: AbortSignal,
): Hono {
  const sessions = createSessions(config.publicUrl.startsWith('https:'));
  const connectSessions = createConnectSessions(config, sessions, signal);
  const exchanges = createExchangeLog();
  const callback = createConnectCallback(config, { sessions, connectSessions }, exchanges.fetch);
  const handleWebhook = createConnectWebhook(config, sessions, connectSessions);
  const pages = createPageSender(config, sessions);
  const headers = createSecurityHeaders(new URL(config.connectUrl).origin);

  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) {
      // Keeps a header that a route has already set. The playground, for example, sets its own policy.
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  });

  app.all('/callback', (context) => callback(context.req.raw));
  app.all('/hooks', (context) => handleWebhook(context.req.raw));
  app.get('/connect/start', (context) => {
    const session = sessions.find(context.req.raw);
    if (session) session.returnPath = pathOf(context.req.query('page'));
    return callback.startRedirect(context.req.raw);
  });
  // The callback ends every redirect flow here, successful or not. Redirects to the page where the flow started, with
  // the result in the query.
  app.get('/connect/done', (context) => {
    const problem = /^\w+$/.exec(context.req.query('connect_error') ?? '')?.[0];
    const path = sessions.find(context.req.raw)?.returnPath ?? '/';
    return context.redirect(
      `${path}?${problem ? `connect_error=${problem}` : 'connect=done'}`,
      303,
    );
  });

  app.route('/', createConnectionRoutes(config, sessions, connectSessions));
  app.route('/', createRecordRoutes(config, sessions));
  app.route('/', createPageRoutes(config, pages));
  const parts = { config, sessions, pages, callback, exchanges, getFaults };
  app.route('/', createPlaygroundRoutes(parts));
  app.get('/healthz', (context) => context.text('ok\n'));
  app.onError((error, context) => {
    config.log(`error: ${error.message}`);
    return context.text('Something went wrong. Is the Connect service running?\n', 500);
  });
  return app;
}
