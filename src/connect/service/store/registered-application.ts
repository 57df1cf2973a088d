import type { Environment, EventType } from '../../shapes/unions.ts';

/**
 * The share of a test application's submissions that the public page may use. Anyone with the client ID can
 * use it up. The rest is kept for backends, which authenticate and may use all of them.
 */
export const anonymousShare = { numerator: 4, denominator: 5 } as const;

/** An application has at most so many origins, and as many redirect URIs. */
export const maxAddresses = 50;

/** An application has at most so many webhooks that are on, from the file and from the dashboard together. */
export const maxWebhooks = 20;

/** An application to register or update at start. */
export interface ApplicationRegistration {
  readonly name: string;
  readonly client_id: string;
  /** In clear here; the store keeps only its hash. */
  readonly client_secret: string;
  readonly environment: Environment;
  readonly redirect_uris: readonly string[];
  readonly origins: readonly string[];
  /** The limit of a test application's submissions of credentials; unset: the service's default. */
  readonly submission_limit?: number | undefined;
  /** The picture as base64, or as a `data:` address with base64; unset: none. */
  readonly logo?: string | undefined;
  /** These three: see `ConsentTerms`; unset: none. */
  readonly purpose?: string | undefined;
  readonly privacy_url?: string | undefined;
  readonly consent_days?: number | undefined;
  /** See `tokenDays` of an application; unset: none. */
  readonly token_days?: number | undefined;
  /** Webhooks to add or update; others stay. */
  readonly webhooks?: readonly WebhookRegistration[] | undefined;
}

/** A webhook to add or update at start. */
export interface WebhookRegistration {
  readonly url: string;
  readonly types: readonly EventType[] | 'all';
  /** In clear here, and encrypted in the store. It begins with `whsec_`. */
  readonly secret: string;
}

/** What an application tells people before they allow access. Each is null when it has none. */
export interface ConsentTerms {
  /** One sentence. */
  readonly purpose: string | null;
  readonly privacyUrl: string | null;
  /** How long a consent is valid; null: without an end. */
  readonly consentDays: number | null;
}

/** A registered application, without its secrets. */
export interface Application extends ConsentTerms {
  /**
   * The key of its rows. It differs from `publicClientId` when the client ID was registered again soon
   * after a deletion.
   */
  readonly clientId: string;
  /** The client ID that its developers know. */
  readonly publicClientId: string;
  readonly name: string;
  readonly environment: Environment;
  /** The lifetime of a new access token; null: it has no end. */
  readonly tokenDays: number | null;
  readonly submissionLimit: number | null;
  readonly submissionsUsed: number;
  /** The part of `submissionsUsed` that came from the public page. */
  readonly anonymousSubmissions: number;
  /** The providers that it offers, as a JSON list; null: all. */
  readonly providerIds: string | null;
  /** The operator's switches of all providers when the application was read, as a JSON list. */
  readonly providerSwitches: string;
}
