import type { ScryptOptions } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { beforeEach, expect } from 'vitest';
import type { ResolveHost } from '../../src/connect/service/addresses/receiver-address.ts';
import { createApp } from '../../src/connect/service/app.ts';
import type { ApplicationRegistration } from '../../src/connect/service/applications/registered-application.ts';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import { readConfig } from '../../src/connect/service/config.ts';
import { createDeliverer } from '../../src/connect/service/events/deliverer.ts';
import { createFindRules, createSender } from '../../src/connect/service/events/send-webhook.ts';
import type { Assets } from '../../src/connect/service/http/assets.ts';
import { noProxies, type TrustedProxies } from '../../src/connect/service/http/client-address.ts';
import { createLifecycle, type Lifecycle } from '../../src/connect/service/http/lifecycle.ts';
import { createMetrics } from '../../src/connect/service/http/metrics.ts';
import type { StreamLimits } from '../../src/connect/service/http/open-streams.ts';
import type { AppConfig } from '../../src/connect/service/http/parts.ts';
import type { OperatorProvider } from '../../src/connect/service/operators/operator-provider.ts';
import type { ProviderRegistry } from '../../src/connect/service/providers/registry.ts';
import { createRevoker } from '../../src/connect/service/providers/revocations.ts';
import { defaultRateLimits, type RateLimits } from '../../src/connect/service/services.ts';
import type { Store } from '../../src/connect/service/store/store.ts';
import { noAssets } from './built-assets.ts';
import { createFolder, openTestStore } from './database.ts';
import { assertDescribed } from './openapi-check.ts';
import {
  adminToken,
  credentials,
  liveApplication,
  publicUrl,
  start,
  testApplication,
} from './test-application.ts';
import { createActs, type MadeSession } from './world.ts';

/** The service's own proxy adds the client's address. */
export const oneProxy: TrustedProxies = { kind: 'hops', count: 1 };

export interface ServiceOptions {
  readonly config?: Partial<AppConfig>;
  readonly assets?: Assets;
  readonly rateLimits?: Partial<RateLimits>;
  /** Default: the service's limits. */
  readonly streamLimits?: StreamLimits;
  readonly applications?: readonly ApplicationRegistration[];
  /** Default: the simulated providers. */
  readonly providers?: ProviderRegistry;
  /** The DNS for the receivers of webhooks. Default: the machine's. */
  readonly resolveHost?: ResolveHost;
  /** Without one there is no dashboard. */
  readonly dashboardPassword?: string;
  /** Where people sign in to the dashboard. */
  readonly operatorProvider?: OperatorProvider;
  /** Default: an empty one. */
  readonly store?: Store;
  readonly lifecycle?: Lifecycle;
  /** Default: very low, because most tests only need a session. */
  readonly passwordCost?: ScryptOptions;
  /** Default: every line is kept; use `silent` for long runs. */
  readonly logLevel?: 'trace' | 'silent';
}

/** The service in process, with a clock that only the test moves. */
export type TestService = Awaited<ReturnType<typeof createTestService>>;

export async function createTestService(options: ServiceOptions = {}) {
  const { applications = [testApplication, liveApplication], assets = noAssets } = options;
  const store = options.store ?? (await openTestStore());
  for (const application of applications) await store.applications.register(application, 0);
  const lines: string[] = [];
  const slept: number[] = [];
  let now = start;
  const log = createLogger(options.logLevel ?? 'trace', { write: (line) => lines.push(line) });
  const metrics = createMetrics();
  const config = {
    publicUrl,
    adminToken,
    codeTtlMs: 60_000,
    submissionLimit: 100,
    trustedProxies: noProxies,
    isLoopback: true,
    ...options.config,
  };
  const app = createApp({
    config,
    store,
    log,
    metrics,
    clock: {
      now: () => now,
      async sleep(durationMs) {
        slept.push(durationMs);
      },
    },
    assets,
    lifecycle: options.lifecycle ?? createLifecycle(),
    dashboardPassword: options.dashboardPassword ?? '',
    operatorProvider: options.operatorProvider,
    passwordCost: options.passwordCost ?? { N: 2, r: 1, p: 1 },
    rateLimits: { ...defaultRateLimits, ...options.rateLimits },
    ...(options.providers ? { providers: options.providers } : {}),
    ...(options.resolveHost ? { resolveHost: options.resolveHost } : {}),
    ...(options.streamLimits ? { streamLimits: options.streamLimits } : {}),
  });

  checkAnswers(app, config.publicUrl);

  const acts = createActs((path, init) => app.request(path, init));
  const advance = (durationMs: number) => {
    now += durationMs;
  };
  const clock = { now: () => now };
  return {
    ...acts,
    ...{ app, store, advance },
    /** The service's sleeps, in milliseconds. */
    slept,
    readLog: () => lines.join(''),
    /** The lines of the log with this message. */
    readLines: (message: string) =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ msg }) => msg === message),
    /** Does the service's work of every second: revokes the given-up grants that are due. */
    async revokeDue(): Promise<void> {
      const { providers } = options;
      if (providers) await createRevoker({ store, providers, clock, log, metrics }).runDue();
    },
    /** Does the service's constant work: sends the events that are due to their webhooks. */
    async deliverDue(): Promise<void> {
      const { providers, resolveHost } = options;
      if (!providers) return;
      const findRules = createFindRules(config);
      const sending = { seal: providers.seal, send: createSender(resolveHost), findRules };
      await createDeliverer({ store, clock, log, metrics, ...sending }).runDue();
    },
    postFromPage: (path: string, body: unknown) =>
      acts.post(path, body, { Origin: config.publicUrl }),
    /** Brings an open session to this end. */
    async endSession({ session, session_id }: MadeSession, status: string) {
      if (status === 'canceled') await acts.cancelSession(session_id);
      if (status === 'connected') await acts.allow({ session });
      if (status === 'denied') {
        await (await acts.signIn({ session })).send('consent', { decision: 'deny' });
      }
      if (status === 'expired') advance(1_800_000);
    },
    /** Asks for a new code when the last one can no longer arrive. */
    askLater(sessionId: string, headers?: Record<string, string>) {
      advance(30_000);
      return acts.askForCode(sessionId, headers);
    },
  };
}

/** Creates a service for each test of a file. @returns a stand-in for that of the running test */
export function useService(options: ServiceOptions = {}): TestService {
  let service: TestService | undefined;
  beforeEach(async () => {
    service = await createTestService(options);
  });
  return new Proxy({} as TestService, { get: (_, name) => Reflect.get(Object(service), name) });
}

/** What keeps an answer private to its caller. */
const privacy = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'(?:.*frame-ancestors|; sandbox$)/,
  ),
  'cross-origin-resource-policy': expect.stringMatching(/^(?:same|cross)-origin$/),
  'cache-control': expect.any(String),
  'x-request-id': expect.any(String),
};

/** The addresses of whose answers no browser and no proxy may keep a copy. */
const isPrivate =
  /^\/(?:account|admin|auth|connect(?!\/(?:assets|logos))|dashboard(?!\/assets)|events|manage|records)\b/;

/** Compares each response of every test with `/openapi.json`, and expects the headers of every answer. */
function checkAnswers(app: Hono, ownUrl: string): void {
  const request = app.request;
  app.request = async (...parameters) => {
    const response = await request(...parameters);
    const [input, init] = parameters;
    const { pathname } = new URL(input instanceof Request ? input.url : input, publicUrl);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const body = typeof init?.body === 'string' ? init.body : undefined;
    await assertDescribed({ method, pathname, body, response });
    const headers = Object.fromEntries(response.headers);
    expect(headers, `${method} ${pathname}`).toMatchObject(privacy);
    if (isPrivate.test(pathname)) expect(headers['cache-control'], pathname).toBe('no-store');
    const isSecure = headers['strict-transport-security'] === 'max-age=31536000';
    expect(isSecure, `${method} ${pathname}`).toBe(ownUrl.startsWith('https:'));
    return response;
  };
}

/** Exchanges a code of the test application without a request, so that several codes certainly share a transaction. */
export const exchangeDirectly = (store: Store, code: string, now = start) =>
  store.codes.exchange({
    clientId: credentials.client_id,
    environment: 'test',
    codeHash: hashSecret(code),
    ...{ redirectUri: null, codeChallenge: null, tokenExpiresAt: null },
    tokenHash: hashSecret(`token of ${code}`),
    caller: new AbortController().signal,
    now,
  });

/** The options of the test application's backend for the functions of `tax-connect/server`. */
export const asBackend = ({ app }: Pick<TestService, 'app'>) => ({
  baseUrl: publicUrl,
  clientId: credentials.client_id,
  clientSecret: credentials.client_secret,
  fetch: (async (input, init) => await app.request(String(input), init)) as typeof fetch,
});

/**
 * Reads an APPLICATIONS_FILE that has the test application once with each of these changes, as Windows writes it.
 *
 * @returns its first application
 * @throws Error when the file is refused
 */
export function readApplicationsFile(...changes: readonly object[]): ApplicationRegistration {
  const file = join(createFolder(), 'applications.json');
  const written = changes.map((change) => ({ ...testApplication, ...change }));
  writeFileSync(file, `\uFEFF${JSON.stringify(written)}`);
  const [application] = readConfig({ APPLICATIONS_FILE: file }).applications;
  return application ?? testApplication;
}

/** True if an access token is valid. */
export async function isTokenValid(store: Store, accessToken: string): Promise<boolean> {
  return (await store.accounts.findByToken(hashSecret(accessToken), 0)) !== undefined;
}
