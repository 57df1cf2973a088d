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
  readonly codeTtlMs: number;
  /** The limit of test applications that set none. */
  readonly submissionLimit: number;
  /** How many years a record of a consent outlives the consent. Default: three. */
  readonly consentKeepYears?: number | undefined;
  /** The proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: TrustedProxies;
  /** The token for `/metrics`. Without it, only this machine may read them. */
  readonly metricsToken?: string | undefined;
  /** For `/auth/introspect`. Without a secret, the endpoint does not exist. */
  readonly introspectionSecret?: string | undefined;
  /** For `/admin`. Without a token, only admin keys open the endpoints. */
  readonly adminToken?: string | undefined;
  /** The header in which a trusted proxy names the signed-in person. Without it, the log has no names. */
  readonly identityHeader?: string | undefined;
  /** WEBHOOK_ALLOW_HOSTS: hosts whose addresses may be private. IPv6 addresses have no brackets. */
  readonly webhookAllowHosts?: readonly string[] | undefined;
  /** The maximum for each application. */
  readonly maxOpenSessions?: number | undefined;
  /** Local sandbox only: redirect URIs on loopback need no registration. */
  readonly acceptsLoopbackRedirects?: boolean | undefined;
  /** Local sandbox only: test applications may use the providers of `providersModule`, too. */
  readonly opensProvidersToTests?: boolean | undefined;
  /**
   * Local sandbox only: set when others can reach it. Webhooks then lead to this machine only at the developer's own
   * receiver.
   */
  readonly exposure?: { readonly ownReceiver: string | undefined } | undefined;
}

export interface AppConfig extends Settings {
  readonly publicUrl: string;
  /** Whether only this machine can connect to the service. */
  readonly isLoopback: boolean;
  /** The operator's texts for the consent screen. Default: the page's own texts. */
  readonly consentTexts?: ConsentTexts | undefined;
}

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

/** Handlers and checks pick the parts that they use. */
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
