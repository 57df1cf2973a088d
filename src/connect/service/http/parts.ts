import type { ConsentTexts } from 'tax-connect/providers';
import type { Clock } from '../basics/clock.ts';
import type { Logger } from '../basics/logger.ts';
import type { Store } from '../store/store.ts';
import type { Assets, Sdk } from './assets.ts';
import type { TrustedProxies } from './client-address.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Metrics } from './metrics.ts';
import type { OpenStreams } from './open-streams.ts';
import type { RateLimiter } from './rate-limit.ts';

/** The part of the configuration that requests need. */
export interface Settings {
  /** The lifetime of a code, in milliseconds. */
  readonly codeTtlMs: number;
  /** The submission limit of test applications without a limit. */
  readonly submissionLimit: number;
  /** How many years a record of a consent is kept after the consent has ended. Default: three. */
  readonly consentKeepYears?: number | undefined;
  /** The proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: TrustedProxies;
  /** The token for `/metrics`. Without it, only this machine may read them. */
  readonly metricsToken?: string | undefined;
  /** The secret with which resource servers call `/auth/introspect`. Without it, the endpoint does not exist. */
  readonly introspectionSecret?: string | undefined;
  /** The token for `/admin`, for the operator's programs. Without it, the endpoints do not exist. */
  readonly adminToken?: string | undefined;
  /** The header in which a trusted proxy names the signed-in person. Without it, the log has no names. */
  readonly identityHeader?: string | undefined;
  /** WEBHOOK_ALLOW_HOSTS: hosts whose addresses may be private. IPv6 addresses have no brackets. */
  readonly webhookAllowHosts?: readonly string[] | undefined;
  /** The maximum number of an application's open sessions. */
  readonly maxOpenSessions?: number | undefined;
  /** Local sandbox only: redirect URIs on loopback need no registration. */
  readonly acceptsLoopbackRedirects?: boolean | undefined;
  /** Local sandbox only: test applications may use the providers of `providersModule`, too. */
  readonly opensProvidersToTests?: boolean | undefined;
  /**
   * Local sandbox only: set when others can reach it. Then webhooks may not lead to this machine, except the
   * developer's own.
   */
  readonly exposure?: { readonly ownReceiver: string | undefined } | undefined;
}

/** {@link Settings}, with the values that are known once the service listens. */
export interface AppConfig extends Settings {
  /** The service's own origin, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether only this machine can connect to the service. */
  readonly isLoopback: boolean;
  /** The operator's texts for the consent screen. Default: the page's own texts. */
  readonly consentTexts?: ConsentTexts | undefined;
}

/** Limits against floods and guessing. */
export interface Limiters {
  /** Requests to the endpoints of backends, per address. */
  readonly backendRequests: RateLimiter;
  /** Wrong client secrets, per address and client ID. */
  readonly authenticationFailures: RateLimiter;
  /** Sessions created by an application's backend. */
  readonly sessions: RateLimiter;
  /** The same over a day, because rows are kept for days. */
  readonly sessionsOfDay: RateLimiter;
  /** Secrets that open no session, per address. */
  readonly missedSessions: RateLimiter;
  /** Documents of the Connect page per address; each starts a flow. */
  readonly pages: RateLimiter;
  /** The same over a day, because flows with a problem are kept for a day. */
  readonly pagesOfDay: RateLimiter;
  /** Requests to the endpoints of a flow, at any step, per address. */
  readonly flowSteps: RateLimiter;
  /** Submitted passwords and one-time codes, per address. */
  readonly logins: RateLimiter;
}

/** The parts that handlers and checks need. Each picks the ones that it uses. */
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
