import type { ScryptOptions } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { defaultPasswordCost } from './dashboard/password.ts';
import type { Assets } from './http/assets.ts';
import { createLifecycle, type Lifecycle } from './http/lifecycle.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createOpenStreams, type OpenStreams, type StreamLimits } from './http/open-streams.ts';
import { createRateLimiter, type RateLimit, type RateLimiter } from './http/rate-limit.ts';
import type { Logger } from './logger.ts';
import { createGrantSeal } from './providers/grant-seal.ts';
import { createProviderRegistry, type ProviderRegistry } from './providers/registry.ts';
import { createSimulatedProviders } from './providers/simulated.ts';
import { prepareSdk, type Sdk } from './public/prepare-sdk.ts';
import type { Store } from './store/store.ts';

/** The part of the configuration that routes need. */
export interface AppConfig
  extends Pick<
    Config,
    | 'codeTtlMs'
    | 'submissionLimit'
    | 'trustedProxies'
    | 'acceptsLoopbackRedirects'
    | 'metricsToken'
    | 'introspectionSecret'
    | 'adminToken'
    | 'identityHeader'
    | 'opensProvidersToTests'
  > {
  /** The service's own origin, without a slash at the end. */
  readonly publicUrl: string;
  /** True: only this machine can connect to the service. */
  readonly isLoopback: boolean;
}

/** Limits against floods and guessing. */
interface Limiters {
  /** Requests to the endpoints of backends, per address. */
  readonly backendRequests: RateLimiter;
  /** Wrong client secrets, per address and client ID. */
  readonly authenticationFailures: RateLimiter;
  /** Documents of the Connect page per address; each starts a flow. */
  readonly pages: RateLimiter;
  /** Requests to the endpoints of a flow, at any step, per address. */
  readonly flowSteps: RateLimiter;
  /** Passwords and one-time codes sent, per address. */
  readonly logins: RateLimiter;
}

/** The parts that every route is built from. Tests replace some of them. */
export interface Services {
  readonly config: AppConfig;
  readonly store: Store;
  readonly log: Logger;
  readonly clock: Clock;
  readonly assets: Assets;
  readonly providers: ProviderRegistry;
  readonly sdk: Sdk;
  readonly limiters: Limiters;
  readonly streams: OpenStreams;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  /** The cost of one guess at the dashboard's password. */
  readonly passwordCost: ScryptOptions;
  /** Called when {@link Store.purgeDeleted} has something to delete. */
  onApplicationDeleted(): void;
}

/** The parts that the app is built from. */
export interface AppParts {
  readonly config: AppConfig;
  readonly store: Store;
  readonly log: Logger;
  readonly clock: Clock;
  readonly assets: Assets;
  /** Default: the simulated providers. */
  readonly providers?: ProviderRegistry;
  /** The dashboard's password; unset: the service has no dashboard. */
  readonly dashboardPassword?: string;
  /** Default: a service that is not stopping. */
  readonly lifecycle?: Lifecycle;
  readonly metrics?: Metrics;
  /** Default: nothing, because another process deletes the rows of deleted applications. */
  readonly onApplicationDeleted?: () => void;
  /** Default: {@link defaultRateLimits}. */
  readonly rateLimits?: RateLimits;
  /** Default: {@link defaultStreamLimits}. */
  readonly streamLimits?: StreamLimits;
  /** Default: {@link defaultPasswordCost}. */
  readonly passwordCost?: ScryptOptions;
}

/** The rate limit of each limiter. */
export type RateLimits = Readonly<Record<keyof Limiters, RateLimit>>;

/** High enough for load tests from one address, low enough to stop a flood or a guesser. */
export const defaultRateLimits: RateLimits = {
  backendRequests: { max: 1_000_000, windowMs: 60_000 },
  authenticationFailures: { max: 1000, windowMs: 60_000 },
  // A company behind one address, whose people all open Connect in one minute. Each document adds a row.
  pages: { max: 1200, windowMs: 60_000 },
  // As many people, with a few steps each. The window is short, so that a refused burst soon continues.
  flowSteps: { max: 1200, windowMs: 10_000 },
  logins: { max: 300, windowMs: 60_000 },
};

const defaultStreamLimits: StreamLimits = { max: 1000, maxPerNetwork: 200 };

/**
 * @param parts - configuration, and the parts that outlive a request
 * @returns the parts that routes are built from
 */
export function createServices({
  rateLimits = defaultRateLimits,
  streamLimits = defaultStreamLimits,
  ...parts
}: AppParts): Services {
  const { assets, clock, config, store } = parts;
  const createLimiter = (name: keyof Limiters) =>
    createRateLimiter(rateLimits[name], { name, clock, counters: store.rateCounters });
  return {
    lifecycle: createLifecycle(),
    metrics: createMetrics(),
    passwordCost: defaultPasswordCost,
    onApplicationDeleted() {},
    providers: createProviderRegistry({
      simulated: createSimulatedProviders(clock),
      seal: createGrantSeal([]),
    }),
    ...parts,
    sdk: prepareSdk(assets.sdk, config.publicUrl),
    streams: createOpenStreams(streamLimits),
    limiters: {
      backendRequests: createLimiter('backendRequests'),
      authenticationFailures: createLimiter('authenticationFailures'),
      pages: createLimiter('pages'),
      flowSteps: createLimiter('flowSteps'),
      logins: createLimiter('logins'),
    },
  };
}
