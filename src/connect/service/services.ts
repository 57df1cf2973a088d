import type { Clock } from './clock.ts';
import type { Assets } from './http/assets.ts';
import type { Lifecycle } from './http/lifecycle.ts';
import type { Metrics } from './http/metrics.ts';
import type { OpenStreams } from './http/open-streams.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import type { TrustedProxies } from './http/trusted-proxies.ts';
import type { Logger } from './logger.ts';
import type { Sdk } from './public/served-sdk.ts';
import type { Store } from './store/store.ts';

/** What the routes need of the configuration. */
export interface AppConfig {
  /** The service's own origin, without a slash at the end. */
  readonly publicUrl: string;
  /** How long a code may be exchanged, in milliseconds. */
  readonly codeTtlMs: number;
  /** Submissions for test applications that set no limit of their own. */
  readonly submissionLimit: number;
  /** Whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: TrustedProxies;
  /** Whether only this machine can connect to the service. */
  readonly isLoopback: boolean;
  /** Opens `/metrics`; unset: only this machine may read them. */
  readonly metricsToken?: string | undefined;
}

/** Limits against floods and guessing. */
export interface Limiters {
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
  readonly sdk: Sdk;
  readonly limiters: Limiters;
  readonly streams: OpenStreams;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  /** Told when there is something for {@link Store.purgeDeleted}. */
  onApplicationDeleted(): void;
}
