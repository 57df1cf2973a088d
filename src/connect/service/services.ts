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

/** What the routes need of the configuration. */
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
  > {
  /** The service's own origin, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether only this machine can connect to the service. */
  readonly isLoopback: boolean;
}

/** Limits against floods and guessing. */
interface Limiters {
  /** Requests to the endpoints of backends, per address. */
  readonly backendRequests: RateLimiter;
  /** Wrong client secrets, per address and client ID. */
  readonly authenticationFailures: RateLimiter;
  /** Documents of the Connect page, and so new flows, per address. */
  readonly pages: RateLimiter;
  /** Requests to the endpoints of a flow, whatever the step, per address. */
  readonly flowSteps: RateLimiter;
  /** Passwords and one-time codes sent, per address. */
  readonly logins: RateLimiter;
}

/** What every route is built from; tests bring their own. */
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
  /** What one guess at the dashboard's password costs. */
  readonly passwordCost: ScryptOptions;
  /** Told when there is something for {@link Store.purgeDeleted}. */
  onApplicationDeleted(): void;
}

/** What the app is built from. */
export interface AppParts {
  readonly config: AppConfig;
  readonly store: Store;
  readonly log: Logger;
  readonly clock: Clock;
  readonly assets: Assets;
  /** Default: the simulated ones. */
  readonly providers?: ProviderRegistry;
  /** Opens the dashboard; absent: the service has no dashboard. */
  readonly dashboardPassword?: string;
  /** Default: those of a service that is neither stopped nor watched. */
  readonly lifecycle?: Lifecycle;
  readonly metrics?: Metrics;
  /** Default: another process deletes the rows of deleted applications. */
  readonly onApplicationDeleted?: () => void;
  /** Default: {@link defaultRateLimits}. */
  readonly rateLimits?: RateLimits;
  /** Default: {@link defaultStreamLimits}. */
  readonly streamLimits?: StreamLimits;
  /** Default: {@link defaultPasswordCost}. */
  readonly passwordCost?: ScryptOptions;
}

/** How many of what may pass. */
export type RateLimits = Readonly<Record<keyof Limiters, RateLimit>>;

/** Wide enough for load tests from one address, narrow enough to stop a flood or a guesser. */
export const defaultRateLimits: RateLimits = {
  backendRequests: { max: 1_000_000, windowMs: 60_000 },
  authenticationFailures: { max: 1000, windowMs: 60_000 },
  // A company behind one address, all of whose people open it in one minute; each is a row.
  pages: { max: 1200, windowMs: 60_000 },
  // As many people at a handful of steps each; a short window, so that a burst is a short one.
  flowSteps: { max: 1200, windowMs: 10_000 },
  logins: { max: 300, windowMs: 60_000 },
};

const defaultStreamLimits: StreamLimits = { max: 1000, maxPerNetwork: 200 };

/**
 * @param parts - configuration, and the parts that live longer than a request
 * @returns what the routes are built from
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
