import type { ScryptOptions } from 'node:crypto';
import type { ResolveHost } from './addresses/receiver-address.ts';
import { createGrantSeal } from './basics/grant-seal.ts';
import { createFindRules, type FindRules, resolveHost } from './events/send-webhook.ts';
import { createEventHub } from './flow/event-hub.ts';
import { createGrantWriter } from './flow/grant-writer.ts';
import { createProviderHealth } from './flow/provider-health.ts';
import { prepareSdk } from './http/assets.ts';
import { createLifecycle, type Lifecycle } from './http/lifecycle.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createOpenStreams, type StreamLimits } from './http/open-streams.ts';
import type { Limiters, Parts } from './http/parts.ts';
import { createRateLimiter, type RateLimit } from './http/rate-limit.ts';
import { defaultPasswordCost } from './operators/operator.ts';
import type { OperatorProvider } from './operators/operator-provider.ts';
import { createProviderRegistry, type ProviderRegistry } from './providers/registry.ts';
import { createSimulatedProviders } from './providers/simulated.ts';
import { createReadinessCheck } from './public/health.ts';
import { createProviderReader } from './records/read-at-provider.ts';
import type { Store } from './store/store.ts';

declare module './http/parts.ts' {
  interface Parts {
    readonly providers: ProviderRegistry;
    /** Records how the providers answer the calls of this process. */
    readonly health: ReturnType<typeof createProviderHealth>;
    readonly eventHub: ReturnType<typeof createEventHub>;
    readonly grantWriter: ReturnType<typeof createGrantWriter>;
    readonly reader: ReturnType<typeof createProviderReader>;
    /** Finds the reason why requests cannot be served; undefined when they can. */
    readonly findObstacle: ReturnType<typeof createReadinessCheck>;
    readonly passwordCost: ScryptOptions;
    readonly resolveHost: ResolveHost;
    readonly findRules: FindRules;
    /** Called when an application was deleted, so that {@link Store.purgeDeleted} has rows to delete. */
    onApplicationDeleted(): void;
  }
}

export interface AppParts extends Pick<Parts, 'config' | 'store' | 'log' | 'clock' | 'assets'> {
  /** Default: the simulated providers. */
  readonly providers?: ProviderRegistry;
  /** Without a password and an OpenID provider, the service has no dashboard. */
  readonly dashboardPassword?: string | undefined;
  readonly operatorProvider?: OperatorProvider | undefined;
  /** Default: the lifecycle of a service that is not stopping. */
  readonly lifecycle?: Lifecycle;
  readonly metrics?: Metrics;
  /** Called when an application was deleted. Default: does nothing, because another process deletes the rows. */
  readonly onApplicationDeleted?: () => void;
  readonly rateLimits?: RateLimits | undefined;
  readonly streamLimits?: StreamLimits;
  readonly resolveHost?: ResolveHost;
  readonly passwordCost?: ScryptOptions;
}

export type RateLimits = Readonly<Record<keyof Limiters, RateLimit>>;

const dayMs = 24 * 60 * 60 * 1000;

/** Limits that are high enough for load tests from one address, and low enough to stop a flood or a guesser. */
export const defaultRateLimits: RateLimits = {
  backendRequests: { max: 1_000_000, windowMs: 60_000 },
  authenticationFailures: { max: 1000, windowMs: 60_000 },
  // Enough for a large application that creates a session for each view of a page. Each session adds a row.
  sessions: { max: 6000, windowMs: 60_000 },
  // Each session leaves a row for a week, and an event and a delivery to each webhook for a month.
  sessionsOfDay: { max: 200_000, windowMs: dayMs },
  // Enough for a company behind one address, some of whose people open expired links.
  missedSessions: { max: 300, windowMs: 60_000 },
  // Enough for a company behind one address whose people all open Connect in one minute. Each document adds a row.
  pages: { max: 1200, windowMs: 60_000 },
  // Enough for the customers of a mobile network who share one address.
  pagesOfDay: { max: 100_000, windowMs: dayMs },
  // Enough for a company as above, with a few steps for each person. The window is short, so that people who were
  // refused can soon continue.
  flowSteps: { max: 1200, windowMs: 10_000 },
  logins: { max: 300, windowMs: 60_000 },
};

const defaultStreamLimits: StreamLimits = { max: 10_000, maxPerNetwork: 200 };

export function createServices({
  rateLimits = defaultRateLimits,
  streamLimits = defaultStreamLimits,
  ...parts
}: AppParts): Parts {
  const { assets, clock, config, store } = parts;
  const limiters = Object.entries(rateLimits).map(([name, limit]) => [
    name,
    createRateLimiter(limit, { name, clock, counters: store.rateCounters }),
  ]);
  const defaults = {
    lifecycle: createLifecycle(),
    metrics: createMetrics(),
    providers: createProviderRegistry({
      simulated: createSimulatedProviders(clock),
      seal: createGrantSeal([]),
    }),
  };
  const given = { ...defaults, ...parts };
  const health = createProviderHealth(given);
  const grantWriter = createGrantWriter(given);
  return {
    passwordCost: defaultPasswordCost,
    findRules: createFindRules(config),
    resolveHost,
    onApplicationDeleted() {},
    ...given,
    health,
    grantWriter,
    eventHub: createEventHub(given),
    findObstacle: createReadinessCheck(given),
    reader: createProviderReader({ ...given, health, grantWriter }),
    sdk: prepareSdk(assets.sdk, config.publicUrl),
    streams: createOpenStreams(streamLimits),
    limiters: Object.fromEntries(limiters),
  };
}
