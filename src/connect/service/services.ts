import type { ScryptOptions } from 'node:crypto';
import type { ResolveHost } from './addresses/receiver-address.ts';
import type { Clock } from './basics/clock.ts';
import { createGrantSeal } from './basics/grant-seal.ts';
import type { Logger } from './basics/logger.ts';
import { createFindRules, type FindRules, resolveHost } from './events/send-webhook.ts';
import { createEventHub } from './flow/event-hub.ts';
import { createGrantWriter } from './flow/grant-writer.ts';
import { createProviderHealth } from './flow/provider-health.ts';
import { type Assets, prepareSdk } from './http/assets.ts';
import { createLifecycle, type Lifecycle } from './http/lifecycle.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createOpenStreams, type StreamLimits } from './http/open-streams.ts';
import type { AppConfig, Limiters, Parts } from './http/parts.ts';
import { createRateLimiter, type RateLimit } from './http/rate-limit.ts';
import { defaultPasswordCost } from './operators/operator.ts';
import type { OperatorProvider } from './operators/operator-provider.ts';
import { createProviderRegistry, type ProviderRegistry } from './providers/registry.ts';
import { createSimulatedProviders } from './providers/simulated.ts';
import type { Store } from './store/store.ts';

export interface Services extends Parts {
  readonly passwordCost: ScryptOptions;
  readonly resolveHost: ResolveHost;
  readonly findRules: FindRules;
  /** Called when {@link Store.purgeDeleted} has rows to delete. */
  onApplicationDeleted(): void;
}

export interface AppParts {
  readonly config: AppConfig;
  readonly store: Store;
  readonly log: Logger;
  readonly clock: Clock;
  readonly assets: Assets;
  /** Default: the simulated providers. */
  readonly providers?: ProviderRegistry;
  /** Without a password and a provider, the service has no dashboard. */
  readonly dashboardPassword?: string | undefined;
  readonly operatorProvider?: OperatorProvider | undefined;
  /** Default: a service that is not stopping. */
  readonly lifecycle?: Lifecycle;
  readonly metrics?: Metrics;
  /** Default: does nothing, because another process deletes the rows of deleted applications. */
  readonly onApplicationDeleted?: () => void;
  readonly rateLimits?: RateLimits;
  readonly streamLimits?: StreamLimits;
  readonly resolveHost?: ResolveHost;
  readonly passwordCost?: ScryptOptions;
}

export type RateLimits = Readonly<Record<keyof Limiters, RateLimit>>;

const dayMs = 24 * 60 * 60 * 1000;

/** High enough for load tests from one address, low enough to stop a flood or a guesser. */
export const defaultRateLimits: RateLimits = {
  backendRequests: { max: 1_000_000, windowMs: 60_000 },
  authenticationFailures: { max: 1000, windowMs: 60_000 },
  // Enough for a large application's page that creates a session for each view. Each session adds a row.
  sessions: { max: 6000, windowMs: 60_000 },
  // Each session leaves a row for a week, and an event and a delivery to each webhook for a month.
  sessionsOfDay: { max: 200_000, windowMs: dayMs },
  // Enough for a company behind one address whose people open expired links.
  missedSessions: { max: 300, windowMs: 60_000 },
  // Enough for a company behind one address whose people all open Connect in the same minute. Each document adds a
  // row.
  pages: { max: 1200, windowMs: 60_000 },
  // Enough for the customers of a mobile network behind one address.
  pagesOfDay: { max: 100_000, windowMs: dayMs },
  // Enough for as many people, with a few steps each. The window is short, so that a refused burst soon continues.
  flowSteps: { max: 1200, windowMs: 10_000 },
  logins: { max: 300, windowMs: 60_000 },
};

const defaultStreamLimits: StreamLimits = { max: 10_000, maxPerNetwork: 200 };

export function createServices({
  rateLimits = defaultRateLimits,
  streamLimits = defaultStreamLimits,
  ...parts
}: AppParts): Services {
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
  return {
    ...defaults,
    passwordCost: defaultPasswordCost,
    findRules: createFindRules(config),
    resolveHost,
    onApplicationDeleted() {},
    ...parts,
    eventHub: createEventHub({ ...defaults, ...parts }),
    health: createProviderHealth({ ...defaults, ...parts }),
    grantWriter: createGrantWriter({ ...defaults, ...parts }),
    sdk: prepareSdk(assets.sdk, config.publicUrl),
    streams: createOpenStreams(streamLimits),
    limiters: Object.fromEntries(limiters),
  };
}
