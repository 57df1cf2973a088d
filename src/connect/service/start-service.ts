import { getRequestListener } from '@hono/node-server';
import { isLoopbackHostname } from './addresses/host-origin.ts';
import { createApp } from './app.ts';
import { type Clock, systemClock } from './basics/clock.ts';
import { createLogger, type Logger } from './basics/logger.ts';
import type { Config } from './config.ts';
import { loadConsentTexts } from './consents/consent-texts.ts';
import { createLocalEvents, type LocalEvents } from './events/local-events.ts';
import { createFindRules } from './events/send-webhook.ts';
import { type Assets, loadAssets } from './http/assets.ts';
import { noProxies } from './http/client-address.ts';
import { createHttpServer, type HttpServer } from './http/http-server.ts';
import { createLifecycle } from './http/lifecycle.ts';
import { createMetrics } from './http/metrics.ts';
import type { AppConfig, Parts } from './http/parts.ts';
import { openStore } from './open-store.ts';
import { choosePassword } from './operators/operator.ts';
import { openProviders } from './providers/open-providers.ts';
import { type ServiceSwitch, switchByService } from './providers/provider-switches.ts';
import type { PlannedRecords } from './providers/simulated-records.ts';
import { registerApplications } from './register-applications.ts';
import type { AppParts, RateLimits } from './services.ts';
import { createReconnectAddress } from './sessions/routes/create-session.ts';
import { findOpenPaths } from './store/sqlite/file-access.ts';
import { createDeletions, startWorkers } from './workers.ts';

export interface RunningService {
  /** The service's origin for browsers and backends. */
  readonly url: string;
  readonly listenPort: number;
  /** A text for the operator, which says where the service accepts connections. */
  readonly listenAddress: string;
  /** The password generated for the dashboard. Undefined when a password or an OpenID provider is configured. */
  readonly randomPassword: string | undefined;
  /** The paths of all endpoints, as patterns of the router. */
  readonly paths: readonly string[];
  /** Creates a session that connects an account again, and returns its URL. Undefined for an unconnected account. */
  reconnect(account: {
    readonly client_id: string;
    readonly accountId: string;
  }): Promise<string | undefined>;
  /** Ends the access to an account, as its person does at `/manage`. Returns whether the account was connected. */
  endAccess(account: { readonly clientId: string; readonly accountId: string }): Promise<boolean>;
  /**
   * Switches a provider, as an operator does.
   *
   * @throws Error for an unknown provider or state, or an invalid reason
   */
  switchProvider(...change: ServiceSwitch): Promise<void>;
  readonly localEvents: LocalEvents;
  /** Finishes open requests and releases every resource. Later calls do nothing. */
  close(): Promise<void>;
}

/** Parts of the service that tests and the local sandbox replace. */
export interface ServiceParts {
  readonly log?: Logger;
  readonly clock?: Clock;
  readonly assets?: Assets;
  readonly rateLimits?: RateLimits;
  /** The server to listen with. Default: a new server. */
  readonly server?: HttpServer;
  /** The records of the simulated providers. Default: their usual records. */
  readonly records?: PlannedRecords;
}

/**
 * Opens the database, registers the configured applications and listens. When a step fails, everything that was
 * opened is closed.
 *
 * @throws Error when a setting is invalid, the database cannot be opened or the port is taken
 */
export async function startService(
  config: Config,
  parts: ServiceParts = {},
): Promise<RunningService> {
  const { log = createLogger('info'), clock = systemClock, assets = loadAssets(), records } = parts;
  const server = parts.server ?? createHttpServer();
  const ownsProcess = parts.server === undefined;
  const providers = await openProviders(config, { clock, records }, config.opensProvidersToTests);
  const consentTexts = await loadConsentTexts(config.consentTextsModule);
  const entrances = await openEntrances(config);
  const store = await openStore(config, {
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
    onMigration: (step) => log.info({ step }, 'migrating the database'),
  });
  const { rateLimits } = parts;
  const made = { log, clock, assets, server, ownsProcess, rateLimits };
  try {
    return await listen(config, { ...made, providers, consentTexts, entrances, store });
  } catch (error) {
    await Promise.all([server.stop(), store.close()]);
    throw error;
  }
}

interface OpenedParts
  extends Pick<Parts, 'log' | 'clock' | 'assets' | 'providers' | 'store'>,
    Pick<AppParts, 'rateLimits'> {
  readonly server: HttpServer;
  /** True when the process runs nothing else, so that faster objects may take the place of its Request and Response. */
  readonly ownsProcess: boolean;
  readonly consentTexts: AppConfig['consentTexts'];
  readonly entrances: Awaited<ReturnType<typeof openEntrances>>;
}

async function listen(
  config: Config,
  { server, ownsProcess, consentTexts, entrances, ...parts }: OpenedParts,
): Promise<RunningService> {
  const { store, log, clock, providers } = parts;
  for (const warning of store.warnings) log.warn(warning);
  warnAboutOpenFiles(config, log);
  await registerApplications(config, { store, clock, seal: providers.seal });
  const address = config.listenAddress ?? chooseListenAddress(config.publicUrl);
  const { listenPort, isLoopback } = await server.listen(config.listenPort, address);
  const url = config.publicUrl ?? `http://localhost:${listenPort}`;
  if (config.publicUrl === undefined && !isLoopback) {
    log.warn(`PUBLIC_URL is not set: pages work at ${url} only. Set it to what browsers open.`);
  }
  const lifecycle = createLifecycle();
  const metrics = createMetrics();
  metrics.collectProcess();
  const deletions = createDeletions({ store, log });
  const { randomPassword, ...dashboard } = entrances;
  const appConfig = { ...config, publicUrl: url, isLoopback, consentTexts };
  const app = createApp({
    ...parts,
    ...dashboard,
    config: appConfig,
    lifecycle,
    metrics,
    onApplicationDeleted: deletions.start,
  });
  // No request is lost: Node starts to read requests in the next turn of the event loop.
  // The hostname is that of HTTP/1.0 requests without one, which health checks of load balancers send.
  const listening = { overrideGlobalObjects: ownsProcess, hostname: new URL(url).host };
  server.serve(getRequestListener(app.fetch, listening));
  const work = { store, providers, clock, log, metrics, deletions, config: appConfig };
  const workers = startWorkers(work);
  let closing: Promise<void> | undefined;
  return {
    url,
    listenPort,
    listenAddress: describeAddress(address),
    randomPassword,
    paths: [...new Set(app.routes.map(({ path }) => path))],
    async reconnect(account) {
      const address = await createReconnectAddress({ store, clock }, account);
      return address && url + address;
    },
    endAccess: (account) => store.accounts.disconnect({ ...account, by: 'person' }, clock.now()),
    switchProvider: (...change) => switchByService(work, ...change),
    localEvents: createLocalEvents({
      ...{ store, clock, seal: providers.seal, findRules: createFindRules(appConfig) },
      ...{ deliver: workers.deliver, catchUp: workers.catchUp },
    }),
    close() {
      // An idle process, too, gets requests until its proxy has noticed that it is not ready.
      const isBehindProxy = config.trustedProxies !== noProxies;
      closing ??= Promise.all([lifecycle.stop(), server.stop(isBehindProxy), workers.stop()])
        .then(lifecycle.stop)
        .then(() => store.close());
      return closing;
    },
  };
}

/** Prepares the ways to sign in to the dashboard. The OpenID client is loaded only when a provider is configured. */
async function openEntrances({ dashboardPassword, operatorProvider: settings }: Config) {
  if (!settings) return choosePassword(dashboardPassword);
  const { createOperatorProvider } = await import('./operators/operator-provider.ts');
  const operatorProvider = createOperatorProvider(settings);
  return { dashboardPassword, operatorProvider, randomPassword: undefined };
}

function warnAboutOpenFiles({ databaseUrl, databaseFile }: Config, log: Logger): void {
  if (databaseUrl !== undefined || databaseFile === ':memory:') return;
  const paths = findOpenPaths(databaseFile);
  if (paths.length === 0) return;
  log.warn(
    { paths },
    'other users of this machine may access DATA_DIR: set its mode to 700 with chmod',
  );
}

/**
 * Chooses the address to listen on: loopback when the pages work only on this machine, because other machines need
 * not reach the service. Undefined for every interface.
 */
export function chooseListenAddress(publicUrl: string | undefined): string | undefined {
  const isLocal = publicUrl === undefined || isLoopbackHostname(new URL(publicUrl).hostname);
  return isLocal ? 'localhost' : undefined;
}

export function describeAddress(address: string | undefined): string {
  return address === 'localhost' ? '127.0.0.1 and ::1' : (address ?? 'every address');
}
