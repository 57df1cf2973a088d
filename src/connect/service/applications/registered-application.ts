import type { Purpose } from '../../shapes/purpose.ts';
import type { Environment, EventType } from '../../shapes/unions.ts';

/** The client ID of a visit to `/manage`, which belongs to no application. Plug-ins get this value, too. */
export const noApplication = '';

/**
 * The share of a test application's submissions that the public page may use. Anyone with the client ID can use it
 * up. The rest is reserved for backends, which authenticate and may use all submissions.
 */
export const anonymousShare = { numerator: 4, denominator: 5 } as const;

/** The maximum of origins, and of redirect URIs. */
export const maxAddresses = 50;

/** The maximum of active webhooks, from the file and the dashboard together. */
export const maxWebhooks = 20;

export interface ApplicationRegistration {
  readonly name: string;
  readonly client_id: string;
  /** The store keeps only a hash. */
  readonly client_secret: string;
  readonly environment: Environment;
  readonly redirect_uris: readonly string[];
  readonly origins: readonly string[];
  /** The limit of a test application. Default: the service's limit. */
  readonly submission_limit?: number | undefined;
  /** The picture as base64, or as a `data:` URL with base64. */
  readonly logo?: string | undefined;
  /** See {@link ConsentTerms}. */
  readonly purpose?: Purpose | undefined;
  readonly privacy_url?: string | undefined;
  readonly consent_days?: number | undefined;
  /** See {@link Brand}. */
  readonly accent_color?: string | undefined;
  readonly support_url?: string | undefined;
  readonly token_days?: number | undefined;
  /** Webhooks to add or update. Other webhooks stay. */
  readonly webhooks?: readonly WebhookRegistration[] | undefined;
}

export interface WebhookRegistration {
  readonly url: string;
  readonly types: readonly EventType[] | 'all';
  /** Begins with `whsec_`. The store encrypts it. */
  readonly secret: string;
}

/** What people read before they allow access. Each part is null when it is not set. */
export interface ConsentTerms {
  /** A `Purpose`, as JSON. */
  readonly purpose: string | null;
  readonly privacy_url: string | null;
  /** How many days a consent is valid; null when it never ends. */
  readonly consent_days: number | null;
}

/** What people see besides name and logo. Each part is null when it is not set. */
export interface Brand {
  readonly accent_color: string | null;
  readonly support_url: string | null;
}

export interface Application extends ConsentTerms, Brand {
  /**
   * The key of the application's rows. It differs from `publicClientId` when the client ID was registered again soon
   * after a deletion.
   */
  readonly clientId: string;
  readonly publicClientId: string;
  readonly name: string;
  readonly environment: Environment;
  /** The lifetime of a new access token in days; null when it never ends. */
  readonly token_days: number | null;
  readonly submission_limit: number | null;
  readonly submissions_used: number;
  /** The submissions among `submissions_used` that came from the public page. */
  readonly anonymous_submissions: number;
  /** A JSON list of the offered providers; null for all. */
  readonly provider_ids: string | null;
  /** A JSON list of the operator's switches when the application was read. */
  readonly providerSwitches: string;
}
