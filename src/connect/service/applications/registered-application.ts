import type { ConsentTermsJson } from '../../shapes/flow-answers.ts';
import type { Environment, EventType, RegistrationSource } from '../../shapes/unions.ts';

/** Takes the place of a client ID at `/manage`, which belongs to no application. Plug-ins get this value, too. */
export const noApplication = '';

/**
 * The part of a test application's submissions that the public page may use. Anyone who knows the client ID can use
 * that part up. The rest is reserved for backends, which authenticate and may use all submissions.
 */
export const anonymousShare = { numerator: 4, denominator: 5 } as const;

/** The maximum number of registered origins, and of redirect URIs, per application. */
export const maxAddresses = 50;

/** The maximum number of active webhooks per application, from APPLICATIONS_FILE and the dashboard together. */
export const maxWebhooks = 20;

/** Fields that a registration may leave out. */
type Registered<Fields> = {
  readonly [Name in keyof Fields]?: NonNullable<Fields[Name]> | undefined;
};

export interface ApplicationRegistration extends Registered<ConsentTermsJson & Brand> {
  readonly name: string;
  readonly client_id: string;
  /** The store keeps only a hash of the secret. */
  readonly client_secret: string;
  readonly environment: Environment;
  readonly redirect_uris: readonly string[];
  readonly origins: readonly string[];
  /** The maximum number of submissions of a test application. Default: the service's limit. */
  readonly submission_limit?: number | undefined;
  /** A picture in Base64, or a `data:` URL with Base64. */
  readonly logo?: string | undefined;
  readonly token_days?: number | undefined;
  /** Webhooks to add or update. Webhooks that are not in the list stay. */
  readonly webhooks?: readonly WebhookRegistration[] | undefined;
}

export interface WebhookRegistration {
  readonly url: string;
  readonly types: readonly EventType[] | 'all';
  /** A text that begins with `whsec_`. The store encrypts it. */
  readonly secret: string;
}

/** The terms as the database has them. */
export interface ConsentTerms extends Omit<ConsentTermsJson, 'purpose'> {
  /** A `Purpose` as JSON text. */
  readonly purpose: string | null;
}

/** The application's looks, besides its name and logo. Each part is null when it is not set. */
export interface Brand {
  readonly accent_color: string | null;
  readonly support_url: string | null;
}

export interface Application extends ConsentTerms, Brand {
  /**
   * The key of the application's rows. It differs from `publicClientId` when the client ID was reused soon after the
   * deletion of its first application.
   */
  readonly clientId: string;
  readonly publicClientId: string;
  /** Older records of consents belong to a deleted application with the same client ID. */
  readonly registered_at: number;
  readonly name: string;
  readonly environment: Environment;
  /** The value is `file` if APPLICATIONS_FILE updates the application at every start. */
  readonly source: RegistrationSource;
  /** The lifetime of a new access token in days; null when tokens never end. */
  readonly token_days: number | null;
  readonly submission_limit: number | null;
  readonly submissions_used: number;
  /** The submissions among `submissions_used` that came from the public page. */
  readonly anonymous_submissions: number;
  /** The IDs of the providers that the application offers, as a JSON list; null when it offers all. */
  readonly provider_ids: string | null;
  /** The providers that an operator has switched, as a JSON list. The list is as old as this object. */
  readonly providerSwitches: string;
}
