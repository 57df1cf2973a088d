import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { type Assets, loadAssets } from './assets.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createLogger, type Logger } from './logger.ts';
import { openSqliteStore } from './store/open-sqlite-store.ts';
import type { Store } from './store/store.ts';

/** A service that is listening. */
export interface RunningService {
  /** Its own origin, as browsers and backends reach it. */
  readonly url: string;
  /** Finishes what is under way and releases everything; later calls do nothing. */
  close(): Promise<void>;
}

/** Parts that tests replace. */
export interface ServiceParts {
  readonly log?: Logger;
  readonly clock?: Clock;
  readonly assets?: Assets;
}

const purgeIntervalMs = 60 * 60 * 1000;
const closeTimeoutMs = 5000;

/**
 * Opens the database, registers the configured applications and listens.
 *
 * @param config - the configuration; `listenPort` may be 0
 * @param parts - what to use instead of the real thing
 * @returns the running service
 * @throws Error when the database cannot be opened or the port is taken
 */
export async function startService(
  config: Config,
  parts: ServiceParts = {},
): Promise<RunningService> {
  const { log = createLogger('info'), clock = systemClock, assets = loadAssets() } = parts;
  const store = await openSqliteStore(config.databaseFile);
  try {
    for (const application of config.applications) await store.applications.register(application);
    await store.purge(clock.now());
    const server = createServer();
    const listenPort = await listen(server, config.listenPort);
    const url = config.publicUrl ?? `http://localhost:${listenPort}`;
    const { codeTtlMs, submissionLimit, isProxyTrusted } = config;
    const appConfig = { publicUrl: url, codeTtlMs, submissionLimit, isProxyTrusted };
    const app = createApp({ config: appConfig, store, log, clock, assets });
    // No request can have come in yet: they are read from the next turn of the event loop on.
    server.on('request', getRequestListener(app.fetch));
    const timer = setInterval(() => purge(store, log, clock), purgeIntervalMs).unref();
    let closing: Promise<void> | undefined;
    return {
      url,
      close() {
        clearInterval(timer);
        closing ??= stop(server).then(() => store.close());
        return closing;
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => {
      server.off('error', reject);
      const address = server.address();
      // A string would be a pipe's name, which we never listen on.
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function stop(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    // Whoever keeps a connection open for ever must not keep us from stopping.
    const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function purge(store: Store, log: Logger, clock: Clock): void {
  store.purge(clock.now()).catch((error: unknown) => log.error({ err: error }, 'purge failed'));
}
