import { randomBytes } from 'node:crypto';
import { type Hosts, startHosts } from '../../demo/hosts/server.ts';
import type { ApplicationRegistration } from '../../src/connect/service/applications/registered-application.ts';
import type { Clock } from '../../src/connect/service/basics/clock.ts';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { noProxies, type TrustedProxies } from '../../src/connect/service/http/client-address.ts';
import { type RunningService, startService } from '../../src/connect/service/start-service.ts';
import { findFreePort } from './free-port.ts';
import type { HeaderProxy } from './header-proxy.ts';

/** A Connect service and a demo application on two sites, as users have them. */
export interface World {
  /** `http://app.localhost:…` */
  readonly appUrl: string;
  /** `http://connect.localhost:…` */
  readonly connectUrl: string;
  /** The service at an address that Node resolves, too. */
  readonly baseUrl: string;
  readonly application: ApplicationRegistration;
  /** The options by which its backend names itself in each call of `tax-connect/server`. */
  readonly backend: Readonly<Record<'baseUrl' | 'clientId' | 'clientSecret', string>>;
  /** Log lines of the service and the application's backend. */
  readonly logLines: readonly string[];
  close(): Promise<void>;
}

/** Options of a world. */
export interface WorldOptions {
  readonly environment?: 'test' | 'live';
  readonly origins?: readonly string[];
  /** The application's pages; default: those in dist/. */
  readonly pagesFolder?: string;
  readonly submissionLimit?: number;
  /** The service's clock; default: the system's. */
  readonly clock?: Clock;
  /** A proxy that browsers use instead of the service. */
  readonly proxy?: HeaderProxy;
  /** Default: none. */
  readonly trustedProxies?: TrustedProxies;
  /** Provider plug-ins for live applications. */
  readonly providersModule?: string;
}

/**
 * Starts both on free ports. `*.localhost` names are secure contexts and cross-site to each other,
 * and browsers resolve them without DNS.
 *
 * @param options - see `WorldOptions`
 * @returns the running world, whose `close` must be called
 */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const [connectPort, appPort] = [await findFreePort(), await findFreePort()];
  const appUrl = `http://app.localhost:${appPort}`;
  options.proxy?.forwardTo(connectPort);
  const connectUrl = `http://connect.localhost:${options.proxy?.port ?? connectPort}`;
  const baseUrl = `http://127.0.0.1:${connectPort}`;
  const logLines: string[] = [];
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const application: ApplicationRegistration = {
    name: 'Tally',
    client_id: `app_${randomBytes(4).toString('hex')}`,
    client_secret: randomBytes(32).toString('hex'),
    environment: options.environment ?? 'test',
    redirect_uris: [`${appUrl}/callback`],
    origins: options.origins ?? [appUrl],
    webhooks: [{ url: `${appUrl}/hooks`, types: 'all', secret: webhookSecret }],
  };
  const log = createLogger('trace', { write: (line: string) => void logLines.push(line) });
  const service: RunningService = await startService(
    {
      listenPort: connectPort,
      publicUrl: connectUrl,
      databaseFile: ':memory:',
      codeTtlMs: 60_000,
      trustedProxies: options.trustedProxies ?? noProxies,
      submissionLimit: options.submissionLimit ?? 100,
      applications: [application],
      providersModule: options.providersModule,
      grantKeys: [randomBytes(32)],
      // A live application may receive on this machine only with this setting.
      webhookAllowHosts: ['app.localhost'],
    },
    {
      log,
      ...(options.clock ? { clock: options.clock } : {}),
    },
  );
  const hosts: Hosts = await startHosts({
    listenPort: appPort,
    publicUrl: appUrl,
    connectBaseUrl: baseUrl,
    connectUrl: `${connectUrl}/connect`,
    clientId: application.client_id,
    clientSecret: application.client_secret,
    webhookSecret,
    pagesFolder: options.pagesFolder,
    log: (line) => void logLines.push(line),
  });
  return {
    appUrl,
    connectUrl,
    baseUrl,
    application,
    backend: { baseUrl, clientId: application.client_id, clientSecret: application.client_secret },
    logLines,
    async close() {
      await hosts.close();
      await service.close();
    },
  };
}
