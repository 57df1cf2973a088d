import type { Environment, EventType } from '../../shapes/unions.ts';

/**
 * Replaces the client ID for a visit to `/manage`, which belongs to no application. Plug-ins get this value, too.
 */
export const noApplication = '';

/**
 * The share of a test application's submissions that the public page may use. Anyone with the client ID can use it
 * up. The rest is reserved for backends, which authenticate and may use all of them.
 */
export const anonymousShare = { numerator: 4, denominator: 5 } as const;

/** The maximum number of an application's origins, and of its redirect URIs. */
export const maxAddresses = 50;

/** The maximum number of an application's active webhooks, from the file and the dashboard together. */
export const maxWebhooks = 20;

/** An application to register or update at start. */
export interface ApplicationRegistration {
  readonly name: string;
  readonly client_id: string;
  /** Plain text here. The store keeps only its hash. */
  readonly client_secret: string;
  readonly environment: Environment;
  readonly redirect_uris: readonly string[];
  readonly origins: readonly string[];
  /** The limit of a test application's submissions of credentials. Default: the service's limit. */
  readonly submission_limit?: number | undefined;
  /** The picture as base64, or as a `data:` URL with base64. */
  readonly logo?: string | undefined;
  /** The next three are explained at `ConsentTerms`. */
  readonly purpose?: string | undefined;
  readonly privacy_url?: string | undefined;
  readonly consent_days?: number | undefined;
  /** The next two are explained at `Brand`. */
  readonly accent_color?: string | undefined;
  readonly support_url?: string | undefined;
  /** Explained at `tokenDays` of an application. */
  readonly token_days?: number | undefined;
  /** Webhooks to add or update. Other webhooks stay. */
  readonly webhooks?: readonly WebhookRegistration[] | undefined;
}

/** A webhook to add or update at start. */
export interface WebhookRegistration {
  readonly url: string;
  readonly types: readonly EventType[] | 'all';
  /** Plain text here, and encrypted in the store. It begins with `whsec_`. */
  readonly secret: string;
}

/** Facts about an application that people see before they allow access. Each is null when it is not set. */
export interface ConsentTerms {
  /** One sentence. */
  readonly purpose: string | null;
  readonly privacyUrl: string | null;
  /** How many days a consent is valid; null when it never ends. */
  readonly consentDays: number | null;
}

/** What people see of an application besides its name and logo. Each is null when it is not set. */
export interface Brand {
  /** The accent of its pages, as `#rrggbb`. */
  readonly accentColor: string | null;
  /** Where people find its support. */
  readonly supportUrl: string | null;
}

/** A registered application, without its secrets. */
export interface Application extends ConsentTerms, Brand {
  /**
   * The key of the application's rows. It differs from `publicClientId` when the client ID was registered again
   * soon after a deletion.
   */
  readonly clientId: string;
  /** The client ID that its developers know. */
  readonly publicClientId: string;
  readonly name: string;
  readonly environment: Environment;
  /** The lifetime of a new access token in days; null when it never ends. */
  readonly tokenDays: number | null;
  readonly submissionLimit: number | null;
  readonly submissionsUsed: number;
  /** The part of `submissionsUsed` that came from the public page. */
  readonly anonymousSubmissions: number;
  /** The providers that the application offers, as a JSON list; null for all. */
  readonly providerIds: string | null;
  /** The operator's switches of all providers when the application was read, as a JSON list. */
  readonly providerSwitches: string;
}
