import { join } from 'node:path';
import process from 'node:process';
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

/** The options of a local service. Everything else is the same as in production. */
export interface LocalOptions {
  readonly listenPort: number;
  readonly listenAddress?: string | undefined;
  /** Default: `http://localhost` with the port. */
  readonly publicUrl?: string | undefined;
  /** See `Settings`. */
  readonly exposure?: Config['exposure'];
  readonly clientId: string;
  readonly clientSecret: string;
  /** Origins of pages that may open Connect; empty for any on loopback. */
  readonly origins: readonly string[];
  /** Empty: any redirect URI on loopback. */
  readonly redirectUris: readonly string[];
  /** Default: none. */
  readonly purpose?: string | undefined;
  readonly privacyUrl?: string | undefined;
  readonly consentDays?: number | undefined;
  readonly codeTtlMs?: number | undefined;
  /** Default: a million, more than any test needs. */
  readonly submissionLimit?: number | undefined;
  /** Default: tokens never end. */
  readonly tokenDays?: number | undefined;
  /** The folder of the database; default: in memory. */
  readonly dataFolder?: string | undefined;
  /** Providers besides the sandbox; default: the simulated providers. */
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
   * Moves the service's clock forward, in milliseconds. Resolves when everything due has been done.
   *
   * @throws Error for a duration that is not a number, negative, or longer than 100 years
   */
  advance(durationMs: number): Promise<void>;
  /** @throws Error for a path without an endpoint */
  failNext(path: string, failure: PlannedFailure): void;
  requests(): readonly RecordedRequest[];
  /**
   * Replaces the records of the simulated providers, for every account.
   *
   * @throws Error with the record, the field and its rule
   */
  setRecords(records: readonly PlannedRecord[]): void;
  /**
   * Creates a session that connects an account again. Add `redirect_uri` to its address for the redirect flow.
   *
   * @throws Error when the account is not connected
   */
  reconnect(accountId: string): Promise<{ readonly url: string }>;
  readonly switchProvider: RunningService['switchProvider'];
  /**
   * Ends the access to an account, as its person does at `/manage`.
   *
   * @throws Error when the account is not connected
   */
  endAccess(accountId: string): Promise<void>;
  /**
   * Adds a webhook for every type of event. The receiver is an address, or a function that gets the JSON of each
   * event. The secret begins with `whsec_`; default: a new one.
   *
   * @throws Error for a wrong address or secret
   */
  onEvent(
    receiver: string | ((event: unknown) => unknown),
    secret?: string,
  ): Promise<{ readonly secret: string }>;
  /** Adds an invented event, and returns its ID. */
  sendEvent(event: Omit<LocalEvent, 'client_id'>): Promise<string>;
  /** Sends all due events. Resolves when every attempt has ended. */
  deliverEvents(): Promise<void>;
  /** Empties the database in memory, forgets requests and planned failures, and resets the clock. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const maxDurationMs = 100 * 365.25 * 86_400_000;

/** More than any test run needs. */
const unlimited = 1_000_000;

/** @throws Error when the port is taken or an option is invalid */
export async function startLocalService(options: LocalOptions): Promise<LocalService> {
  const { clientId: client_id, onMessage = printMessage, onRequest = () => {} } = options;
  const server = createLocalServer(onRequest, createHostCheck(options));
  const clock = createLocalClock();
  let isStopping = false;
  const log = createLogger('info', {
    write(line) {
      // A stopping service may leave work unfinished, which is not an error.
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
      const url = await running.reconnect({ client_id, accountId });
      return { url: url ?? refuseAccount(accountId) };
    },
    async endAccess(accountId) {
      if (await running.endAccess({ clientId: client_id, accountId })) return;
      throw new Error(`endAccess: no connected account has the ID ${accountId}.`);
    },
    switchProvider: (...change) => running.switchProvider(...change),
    async onEvent(receiver, secret = createWebhookSecret()) {
      if (!isWebhookSecret(secret)) {
        throw new Error('The secret must be whsec_ and at least 24 bytes in base64.');
      }
      const url = typeof receiver === 'string' ? receiver : await receivers.open(receiver);
      await running.localEvents.addWebhook({ client_id, url, secret });
      return { secret };
    },
    sendEvent: (event) => running.localEvents.addEvent({ client_id, ...event }),
    deliverEvents: () => running.localEvents.deliver(),
    ...inTurn(restart, stop),
  };
}

/**
 * Makes `reset` and `close` wait for each other. Otherwise a service that is closed during a reset would start again.
 * After `close`, `reset` does nothing.
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

/** A wrong time would be in every row that the service stores from then on. */
function assertDuration(durationMs: unknown): void {
  const isValid = typeof durationMs === 'number' && durationMs >= 0 && durationMs <= maxDurationMs;
  if (isValid) return;
  throw new Error(`advance: give milliseconds, from 0 to 100 years; got ${String(durationMs)}.`);
}

/** Closes the server if the start fails. Otherwise it would listen without a service. */
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

/** Uses the defaults of `readConfig`, and ignores this process's environment. */
function createConfig(options: LocalOptions): Config {
  const { clientId, clientSecret, origins, redirectUris, dataFolder } = options;
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
    acceptsLoopbackRedirects: redirectUris.length === 0,
    providersModule: options.providersModule,
    grantKeys: [chooseGrantKey(dataFolder)],
    // There are no live applications here, and developers try a plug-in before it goes live.
    opensProvidersToTests: true,
    applications: [
      checkRegistration({
        name: 'Test application',
        client_id: clientId,
        client_secret: clientSecret,
        environment: 'test',
        redirect_uris: redirectUris,
        origins,
        token_days: options.tokenDays,
        purpose: options.purpose,
        privacy_url: options.privacyUrl,
        consent_days: options.consentDays,
      }),
    ],
  };
}
