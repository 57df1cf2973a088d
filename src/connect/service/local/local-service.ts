import { join } from 'node:path';
import { type Config, checkRegistration, readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { type RunningService, startService } from '../start-service.ts';
import { createLocalClock } from './local-clock.ts';
import { chooseGrantKey } from './local-grant-key.ts';
import { createLocalServer, type PlannedFailure, type RecordedRequest } from './local-server.ts';

/** What a local service is told; everything else is as in production. */
export interface LocalOptions {
  /** TCP port; 0: any free one. */
  readonly listenPort: number;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of pages that may open Connect; empty: any on loopback. */
  readonly origins: readonly string[];
  /** Empty: any on loopback. */
  readonly redirectUris: readonly string[];
  /** How long a code may be exchanged, in milliseconds; default: the service's. */
  readonly codeTtlMs?: number | undefined;
  /** Default: a million, so that no test runs out of them. */
  readonly submissionLimit?: number | undefined;
  /** Folder of the database; default: in memory. */
  readonly dataFolder?: string | undefined;
  /** Path of a module with providers, beside the sandbox; default: the simulated ones. */
  readonly providersModule?: string | undefined;
  /** Told of every answer. */
  readonly onRequest?: ((request: RecordedRequest) => void) | undefined;
  /** Gets errors, as lines of JSON. */
  readonly onLogLine?: ((line: string) => void) | undefined;
}

/** A Connect service for development and tests: one test application, on loopback. */
export interface LocalService {
  /** Origin of the service. */
  readonly url: string;
  /** Of the dashboard; made at the start. */
  readonly dashboardPassword: string;
  /** Moves the service's clock forward, in milliseconds. */
  advance(durationMs: number): void;
  failNext(path: string, failure: PlannedFailure): void;
  requests(): readonly RecordedRequest[];
  /** Empties the database in memory, and forgets requests, failures and the time. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** More than any run of tests makes. */
const unlimited = 1_000_000;

/**
 * @param options - see `LocalOptions`
 * @returns the service, listening
 * @throws Error when the port is taken, or when an option is wrong
 */
export async function startLocalService(options: LocalOptions): Promise<LocalService> {
  const server = createLocalServer(options.onRequest ?? (() => {}));
  const clock = createLocalClock();
  let isStopping = false;
  const log = createLogger('error', {
    // A stopping service may leave work unfinished, which is not an error.
    write: (line) => (isStopping ? undefined : options.onLogLine?.(line)),
  });
  const config = createConfig(options);
  const start = () => startService(config, { log, clock, server: server.shared });
  let running: RunningService = await start();
  let closing: Promise<void> | undefined;
  return {
    url: running.url,
    dashboardPassword: running.randomPassword ?? '',
    advance: clock.advance,
    failNext: server.failNext,
    requests: server.requests,
    async reset() {
      isStopping = true;
      await running.close();
      isStopping = false;
      clock.reset();
      running = await start();
      server.reset();
    },
    close() {
      isStopping = true;
      server.release();
      closing ??= running.close();
      return closing;
    },
  };
}

/** The defaults of `readConfig`, and nothing of this process's environment. */
function createConfig(options: LocalOptions): Config {
  const { clientId, clientSecret, origins, redirectUris, dataFolder } = options;
  const defaults = readConfig({});
  return {
    ...defaults,
    listenPort: options.listenPort,
    databaseFile: dataFolder === undefined ? ':memory:' : join(dataFolder, 'connect.sqlite'),
    codeTtlMs: options.codeTtlMs ?? defaults.codeTtlMs,
    submissionLimit: options.submissionLimit ?? unlimited,
    acceptsLoopbackRedirects: redirectUris.length === 0,
    providersModule: options.providersModule,
    grantKeys: options.providersModule === undefined ? undefined : [chooseGrantKey(dataFolder)],
    // There is no live application here, and a plug-in is tried before it goes live.
    opensProvidersToTests: true,
    applications: [
      checkRegistration({
        name: 'Test application',
        client_id: clientId,
        client_secret: clientSecret,
        environment: 'test',
        redirect_uris: redirectUris,
        origins,
      }),
    ],
  };
}
