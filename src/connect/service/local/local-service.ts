import { join } from 'node:path';
import process from 'node:process';
import type { ApplicationRegistration } from '../applications/registered-application.ts';
import { createLogger } from '../basics/logger.ts';
import { type Config, checkRegistration, readConfig } from '../config.ts';
import type { LocalEvent } from '../events/local-events.ts';
import { createWebhookSecret, isWebhookSecret } from '../events/webhook-secret.ts';
import type { PlannedRecord } from '../providers/simulated-records.ts';
import { type RunningService, type ServiceParts, startService } from '../start-service.ts';
import { checkRecords } from './check-records.ts';
import {
  describeLogLine,
  findDelivery,
  type LocalDelivery,
  type LocalMessage,
} from './describe-log-line.ts';
import { createHostCheck } from './host-check.ts';
import { createLocalClock } from './local-clock.ts';
import { assertPath, chooseGrantKey } from './local-files.ts';
import { createLocalReceivers } from './local-receivers.ts';
import {
  assertFailure,
  createLocalServer,
  type LocalServer,
  type PlannedFailure,
  type RecordedRequest,
} from './local-server.ts';

/** The options of a local service. All other settings are those of production. */
export interface LocalOptions {
  readonly listenPort: number;
  readonly listenAddress?: string | undefined;
  /** The origin for browsers and backends. Default: `http://localhost` with the port. */
  readonly publicUrl?: string | undefined;
  /** See `Settings` in `http/parts.ts`. */
  readonly exposure?: Config['exposure'];
  /** The test application. An empty list of origins or redirect URIs allows any on loopback. */
  readonly application: Omit<ApplicationRegistration, 'name' | 'environment'>;
  readonly codeTtlMs?: number | undefined;
  /** The maximum number of submissions. Default: a million, more than any test needs. */
  readonly submissionLimit?: number | undefined;
  /** The folder of the database. Default: the database is in memory. */
  readonly dataFolder?: string | undefined;
  /** The path of a module with plug-ins, in addition to the sandbox provider. Default: the simulated providers. */
  readonly providersModule?: string | undefined;
  readonly onRequest?: ((request: RecordedRequest) => void) | undefined;
  /** Called for each error, and for each line that a plug-in logs. Default: writes to standard error. */
  readonly onMessage?: ((message: LocalMessage) => void) | undefined;
  /** Called after each try to send an event to a webhook. */
  readonly onDelivery?: ((delivery: LocalDelivery) => void) | undefined;
}

/** A Connect service for development and tests, with one test application on loopback. */
export interface LocalService {
  readonly url: string;
  readonly dashboardPassword: string;
  /**
   * Moves the service's clock forward. The duration is in milliseconds. Resolves when everything that is due then has
   * been done.
   *
   * @throws Error for a duration that is not a number, negative, or longer than 100 years
   */
  advance(durationMs: number): Promise<void>;
  /**
   * Makes the next request to the path fail.
   *
   * @throws Error for a path without an endpoint, or an invalid failure
   */
  failNext(path: string, failure: PlannedFailure): void;
  requests(): readonly RecordedRequest[];
  /**
   * Replaces the records of the simulated providers, for every account.
   *
   * @throws Error that names the record, the field and its rule
   */
  setRecords(records: readonly PlannedRecord[]): void;
  /**
   * Creates a session with which a person connects an account again. Add `redirect_uri` to its address for the
   * redirect flow.
   *
   * @throws Error when the account is not connected
   */
  reconnect(accountId: string): Promise<{ readonly url: string }>;
  readonly switchProvider: RunningService['switchProvider'];
  /**
   * Ends the access to an account, as the person of the account does at `/manage`.
   *
   * @throws Error when the account is not connected
   */
  endAccess(accountId: string): Promise<void>;
  /**
   * Adds a webhook for every type of event. The receiver is an address, or a function that gets the JSON of each
   * event. The secret begins with `whsec_`. Default: a new secret.
   *
   * @throws Error for an invalid address or secret
   */
  onEvent(
    receiver: string | ((event: unknown) => unknown),
    secret?: string,
  ): Promise<{ readonly secret: string }>;
  /** Adds an event that a test invented, and returns its ID. */
  sendEvent(event: Omit<LocalEvent, 'client_id'>): Promise<string>;
  /** Sends all events that are due. Resolves when every attempt has ended. */
  deliverEvents(): Promise<void>;
  /** Empties the database in memory, forgets requests and planned failures, and resets the clock. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const maxDurationMs = 100 * 365.25 * 86_400_000;

/** The maximum number of submissions: more than any test run needs. */
const unlimited = 1_000_000;

/**
 * Starts a service with the options.
 *
 * @throws Error when the port is taken or an option is invalid
 */
export async function startLocalService(options: LocalOptions): Promise<LocalService> {
  const { application: own, onMessage = printMessage, onRequest = () => {} } = options;
  const server = createLocalServer(onRequest, createHostCheck(options));
  const clock = createLocalClock();
  let isStopping = false;
  const log = createLogger('info', {
    write(line) {
      // Errors of a stopping service are not reported, because it may leave work unfinished.
      const message = isStopping ? undefined : describeLogLine(line);
      if (message) onMessage(message);
      const delivery = options.onDelivery && findDelivery(line);
      if (delivery) options.onDelivery?.(delivery);
    },
  });
  const config = createConfig(options);
  const records: { list: readonly PlannedRecord[] | undefined } = { list: undefined };
  const start = () => startBehind(server, config, { log, clock, records });
  let running: RunningService = await start();
  const receivers = createLocalReceivers((error) => onMessage(describeReceiverError(error)));
  const restart = async () => {
    isStopping = true;
    await running.close();
    await receivers.close();
    isStopping = false;
    clock.reset();
    records.list = undefined;
    running = await start();
    server.reset();
  };
  const stop = async () => {
    isStopping = true;
    server.release();
    await running.close();
    await receivers.close();
  };
  return {
    url: running.url,
    dashboardPassword: running.randomPassword ?? '',
    async advance(durationMs) {
      assertDuration(durationMs);
      clock.advance(durationMs);
      await running.localEvents.catchUp();
    },
    failNext(path, failure) {
      assertPath(path, running.paths);
      assertFailure(failure);
      server.failNext(path, failure);
    },
    requests: server.requests,
    setRecords(list) {
      records.list = checkRecords(list);
    },
    async reconnect(accountId) {
      const url = await running.reconnect({ client_id: own.client_id, accountId });
      return { url: url ?? refuseAccount(accountId) };
    },
    async endAccess(accountId) {
      if (await running.endAccess({ clientId: own.client_id, accountId })) return;
      throw new Error(`endAccess: no connected account has the ID ${accountId}.`);
    },
    switchProvider: (...change) => running.switchProvider(...change),
    async onEvent(receiver, secret = createWebhookSecret()) {
      if (!isWebhookSecret(secret)) {
        throw new Error('The secret must be whsec_ and at least 24 bytes in base64.');
      }
      const url = typeof receiver === 'string' ? receiver : await receivers.open(receiver);
      await running.localEvents.addWebhook({ client_id: own.client_id, url, secret });
      return { secret };
    },
    sendEvent: (event) => running.localEvents.addEvent({ client_id: own.client_id, ...event }),
    deliverEvents: () => running.localEvents.deliver(),
    ...inTurn(restart, stop),
  };
}

/**
 * Creates `reset` and `close` so that they wait for each other. Otherwise, closing during a reset would leave the
 * restarted service running. After `close`, `reset` does nothing.
 */
function inTurn(restart: () => Promise<void>, stop: () => Promise<void>) {
  let resetting = Promise.resolve();
  let closing: Promise<void> | undefined;
  return {
    async reset(): Promise<void> {
      if (closing) return;
      const restarted = resetting.then(restart);
      resetting = restarted.catch(() => {});
      await restarted;
    },
    close(): Promise<void> {
      closing ??= resetting.then(stop);
      return closing;
    },
  };
}

/** Checks a duration for `advance`. An invalid time would be in every row that the service stores from then on. */
function assertDuration(durationMs: unknown): void {
  const isValid = typeof durationMs === 'number' && durationMs >= 0 && durationMs <= maxDurationMs;
  if (isValid) return;
  throw new Error(`advance: give milliseconds, from 0 to 100 years; got ${String(durationMs)}.`);
}

/** Starts a service behind the server. If that fails, the server is closed, because it would have no service. */
async function startBehind(server: LocalServer, config: Config, parts: ServiceParts) {
  try {
    return await startService(config, { ...parts, server: server.shared });
  } catch (error) {
    server.release();
    await server.shared.stop();
    throw error;
  }
}

function describeReceiverError(error: unknown): LocalMessage {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { isError: true, text: `the receiver of onEvent failed: ${reason}` };
}

function refuseAccount(accountId: string): never {
  throw new Error(`reconnect: no connected account has the ID ${accountId}.`);
}

function printMessage({ text }: LocalMessage): void {
  process.stderr.write(`tax-connect: ${text}\n`);
}

/** Creates the configuration from the options and the defaults of `readConfig`, without environment variables. */
function createConfig(options: LocalOptions): Config {
  const { application, dataFolder } = options;
  const defaults = readConfig({});
  return {
    ...defaults,
    listenPort: options.listenPort,
    listenAddress: options.listenAddress,
    publicUrl: options.publicUrl,
    exposure: options.exposure,
    databaseFile: dataFolder === undefined ? ':memory:' : join(dataFolder, 'connect.sqlite'),
    codeTtlMs: options.codeTtlMs ?? defaults.codeTtlMs,
    submissionLimit: options.submissionLimit ?? unlimited,
    acceptsLoopbackRedirects: application.redirect_uris.length === 0,
    providersModule: options.providersModule,
    grantKeys: [chooseGrantKey(dataFolder)],
    // A local service has no live applications. Developers try a plug-in here before it goes live.
    opensProvidersToTests: true,
    applications: [
      checkRegistration({ ...application, name: 'Test application', environment: 'test' }),
    ],
  };
}
