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
  /** The maximum number of submissions of a test application that sets none. */
  readonly submissionLimit: number;
  /** The number of years that the record of a consent is kept after the consent has ended. Default: three. */
  readonly consentKeepYears?: number | undefined;
  /** The proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: TrustedProxies;
  /** The token for `/metrics`. Without it, only this machine may read them. */
  readonly metricsToken?: string | undefined;
  /** The secret for `/auth/introspect`. Without it, the endpoint does not exist. */
  readonly introspectionSecret?: string | undefined;
  /** The token for `/admin`. Without it, only admin keys open its endpoints. */
  readonly adminToken?: string | undefined;
  /** The header in which a trusted proxy names the signed-in person, for the audit log. */
  readonly identityHeader?: string | undefined;
  /** WEBHOOK_ALLOW_HOSTS: hosts whose addresses may be private. IPv6 addresses have no brackets. */
  readonly webhookAllowHosts?: readonly string[] | undefined;
  readonly maxOpenSessions?: number | undefined;
  /** Local sandbox only: redirect URIs on loopback need no registration. */
  readonly acceptsLoopbackRedirects?: boolean | undefined;
  /** Local sandbox only: test applications may use the providers of `providersModule`, too. */
  readonly opensProvidersToTests?: boolean | undefined;
  /** Local sandbox only: set when other machines can reach it. Webhooks may then only call the developer's receiver. */
  readonly exposure?: { readonly ownReceiver: string | undefined } | undefined;
}

export interface AppConfig extends Settings {
  readonly publicUrl: string;
  /** True when only this machine can connect to the service. */
  readonly isLoopback: boolean;
  /** The operator's texts for the consent screen. Default: the page's own texts. */
  readonly consentTexts?: ConsentTexts | undefined;
}

export interface Limiters {
  readonly backendRequests: RateLimiter;
  /** Wrong client secrets, per address and client ID. */
  readonly authenticationFailures: RateLimiter;
  /** Sessions created by an application's backend, in a short window. */
  readonly sessions: RateLimiter;
  /** Sessions created by an application's backend in a day. Their rows are kept for days. */
  readonly sessionsOfDay: RateLimiter;
  /** Secrets of sessions that do not exist, per address. */
  readonly missedSessions: RateLimiter;
  /** Documents of the Connect page, per address. Each document starts a flow. */
  readonly pages: RateLimiter;
  /** Documents of the Connect page in a day, per address. Flows with a problem are kept for a day. */
  readonly pagesOfDay: RateLimiter;
  /** Requests to the endpoints of a flow, at any step, per address. */
  readonly flowSteps: RateLimiter;
  /** Submitted passwords and one-time codes, per address. */
  readonly logins: RateLimiter;
}

/** The parts of the service, which every check and handler gets. `services.ts` adds those of the features. */
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
