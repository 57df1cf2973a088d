import type { ConsentTexts } from 'tax-connect/providers';
import type { Clock } from '../basics/clock.ts';
import type { Logger } from '../basics/logger.ts';
import type { Store } from '../store/store.ts';
import type { Assets } from './assets.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Metrics } from './metrics.ts';
import type { OpenStreams } from './open-streams.ts';
import type { Sdk } from './prepare-sdk.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** The part of the configuration that requests need. */
export interface Settings {
  /** The lifetime of a code, in milliseconds. */
  readonly codeTtlMs: number;
  /** The submission limit of test applications without a limit. */
  readonly submissionLimit: number;
  /** Records of consents are kept for so many years after the end of the consent; unset: three. */
  readonly consentKeepYears?: number | undefined;
  /** The proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: TrustedProxies;
  /** The token for `/metrics`; unset: only this machine may read them. */
  readonly metricsToken?: string | undefined;
  /** The secret for `/auth/introspect`, for the operator's resource servers; unset: no such endpoint. */
  readonly introspectionSecret?: string | undefined;
  /** The token for `/admin`, for the operator's programs; unset: no such endpoints. */
  readonly adminToken?: string | undefined;
  /** The header in which a trusted proxy names the signed-in person; unset: the log has no names. */
  readonly identityHeader?: string | undefined;
  /** WEBHOOK_ALLOW_HOSTS: hosts whose addresses may be private. IPv6 addresses have no brackets. */
  readonly webhookAllowHosts?: readonly string[] | undefined;
  /** The open sessions of an application. */
  readonly maxOpenSessions?: number | undefined;
  /** Local sandbox only: redirect URIs on loopback need no registration. */
  readonly acceptsLoopbackRedirects?: boolean | undefined;
  /** Local sandbox only: test applications may use the providers of `providersModule`, too. */
  readonly opensProvidersToTests?: boolean | undefined;
}

/** {@link Settings}, and the results of starting to listen. */
export interface AppConfig extends Settings {
  /** The service's own origin, without a slash at the end. */
  readonly publicUrl: string;
  /** True: only this machine can connect to the service. */
  readonly isLoopback: boolean;
  /** The operator's texts of the consent screen; unset: the page's own. */
  readonly consentTexts?: ConsentTexts | undefined;
}

/** Limits against floods and guessing. */
export interface Limiters {
  /** Requests to the endpoints of backends, per address. */
  readonly backendRequests: RateLimiter;
  /** Wrong client secrets, per address and client ID. */
  readonly authenticationFailures: RateLimiter;
  /** Sessions that the backend of an application makes. */
  readonly sessions: RateLimiter;
  /** The same in a day, because rows are kept for days. */
  readonly sessionsOfDay: RateLimiter;
  /** Secrets that open no session, per address. */
  readonly missedSessions: RateLimiter;
  /** Documents of the Connect page per address; each starts a flow. */
  readonly pages: RateLimiter;
  /** The same in a day, because flows with a problem are kept for a day. */
  readonly pagesOfDay: RateLimiter;
  /** Requests to the endpoints of a flow, at any step, per address. */
  readonly flowSteps: RateLimiter;
  /** Passwords and one-time codes sent, per address. */
  readonly logins: RateLimiter;
}

/** The parts that handlers and checks are built from. Each picks those that it uses. */
export interface Parts {
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
}
