import { Hono } from 'hono';
import type { Callback } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import type { ExchangeLog } from './exchange-log.ts';
import type { FaultServers } from './fault-servers.ts';
import type { PageSender } from './page-sender.ts';
import { createPolicy } from './security-headers.ts';
import type { Sessions } from './sessions.ts';

export interface PlaygroundParts {
  readonly config: AppConfig;
  readonly sessions: Sessions;
  readonly pages: PageSender;
  /** The real callback of the application, which the playground also uses. */
  readonly callback: Callback;
  readonly exchanges: ExchangeLog;
  /** Returns the proxies that simulate faults. Starts them at the first call. */
  readonly getFaults: () => Promise<FaultServers>;
}

/** The delay of the callback that simulates a slow backend, in milliseconds. */
const callbackDelayMs = 5000;

/** Creates the routes of `/playground/`, where developers try every option of `open`, and simulate faults. */
export function createPlaygroundRoutes(parts: PlaygroundParts): Hono {
  const { config, sessions, pages, callback, exchanges, getFaults } = parts;

  /** The responses of failing callbacks, by the value of `answer` in the query. */
  const callbackFaults = new Map<string, () => Response | Promise<Response>>([
    ['unavailable', () => new Response(null, { status: 503 })],
    ['refused', () => new Response(null, { status: 403 })],
    ['redirect', () => new Response(null, { status: 302, headers: { Location: '/' } })],
  ]);

  return new Hono()
    .get('/playground', (context) => context.redirect('/playground/', 308))
    .get('/playground/', async (context) => {
      const { connectUrls } = await getFaults();
      const origins = [config.connectUrl, ...Object.values(connectUrls)].map(
        (url) => new URL(url).origin,
      );
      // Simulates a common mistake: the application's content security policy does not allow the Connect frame.
      const isBlocked = context.req.query('fault') === 'blocked-frame';
      const frameSources = isBlocked ? "'none'" : origins.join(' ');
      const images = origins.map((origin) => `${origin}/connect/logos/`).join(' ');
      const policy = createPolicy({ scripts: [], frameSources, images });
      context.header('Content-Security-Policy', policy);
      return pages.sendPage(context, 'playground/index.html', { ...nameFaults(connectUrls) });
    })
    .get('/playground/assets/:name', (context) => pages.sendAsset(context, 'playground/assets'))
    .post('/playground/callback', async (context) => {
      const answer = context.req.query('answer') ?? '';
      const fault = callbackFaults.get(answer);
      if (fault) return fault();
      if (answer === 'slow') await new Promise((resolve) => setTimeout(resolve, callbackDelayMs));
      const session = sessions.find(context.req.raw);
      const run = () => callback(context.req.raw);
      return session ? exchanges.record(session, run) : run();
    })
    .get('/playground/exchange', (context) => {
      const session = sessions.find(context.req.raw);
      context.header('Cache-Control', 'no-store');
      return context.json(session ? exchanges.find(session) : null);
    });
}

/** @returns the URLs of the fault proxies, by their placeholders in the page's template */
function nameFaults(connectUrls: FaultServers['connectUrls']) {
  const { slow, cut, unavailable } = connectUrls;
  return { slow_url: slow, cut_url: cut, unavailable_url: unavailable };
}
