import type { InferResult } from 'kysely';
import * as v from 'valibot';
import type { DeepReadonly } from '../../shapes/common-answers.ts';
import { type EventType, environments } from '../../shapes/unions.ts';
import { isRegistrableOrigin } from '../addresses/host-origin.ts';
import { isRegistrableRedirectUri } from '../addresses/redirect-uri.ts';
import { isReadableText } from '../basics/readable-text.ts';
import { wholeNumber } from '../http/json-body.ts';
import type { selectApplications } from './application-tables.ts';
import { dayCount, registeredTerms } from './consent-terms.ts';
import { readLogo } from './logos.ts';

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

const addressesOf = <Address extends v.GenericSchema>(address: Address) =>
  v.pipe(v.array(address), v.maxLength(maxAddresses, `must have at most ${maxAddresses} elements`));

const redirectUri = v.pipe(
  v.string(),
  v.check(
    isRegistrableRedirectUri,
    'must be https or loopback, in ASCII, without fragment or user',
  ),
);

const origin = v.pipe(
  v.string(),
  v.check(isRegistrableOrigin, ({ input }) => describeWrongOrigin(input)),
);

/** An application in APPLICATIONS_FILE, without its webhooks. */
export const applicationFields = {
  // An operator who deletes the application types its name, which is compared without the space around it.
  name: v.pipe(
    v.string(),
    v.trim(),
    v.check((name) => isReadableText(name, 200), 'must be readable, with at most 200 characters'),
  ),
  client_id: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/, 'must be visible ASCII')),
  // A shorter secret could be guessed offline from values that an application signs with it.
  client_secret: v.pipe(
    v.string(),
    v.regex(/^[\x21-\x7e]{32,500}$/, 'must be 32 to 500 characters without a space'),
  ),
  environment: v.picklist(environments),
  redirect_uris: addressesOf(redirectUri),
  origins: addressesOf(origin),
  submission_limit: v.optional(wholeNumber(0, 1e9)),
  logo: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => typeof readLogo(text) !== 'string',
        (issue) => describeLogo(String(issue.input)),
      ),
    ),
  ),
  ...registeredTerms,
  accent_color: v.optional(v.string()),
  support_url: v.optional(v.string()),
  token_days: v.optional(dayCount),
};

/** The store keeps only a hash of the secret. Webhooks that are not in the list stay. */
export interface ApplicationRegistration
  extends DeepReadonly<v.InferOutput<v.ObjectSchema<typeof applicationFields, undefined>>> {
  readonly webhooks?: readonly WebhookRegistration[] | undefined;
}

export interface WebhookRegistration {
  readonly url: string;
  readonly types: readonly EventType[] | 'all';
  /** A text that begins with `whsec_`. The store encrypts it. */
  readonly secret: string;
}

/**
 * An application as handlers read it. `providerSwitches` is a JSON list of the providers that an operator has switched,
 * as old as this object. `clientId` is the key of the application's rows. It differs from `publicClientId` when the
 * client ID was reused soon after the deletion of its first application.
 */
export type Application = Readonly<InferResult<ReturnType<typeof selectApplications>>[number]>;

function describeLogo(text: string): string {
  const logo = readLogo(text);
  return typeof logo === 'string' ? logo : '';
}

/** Describes the rule for origins, with the text's origin as browsers send it. The rest of the text could be a secret. */
export function describeWrongOrigin(text: string): string {
  const { origin } = URL.canParse(text) ? new URL(text) : { origin: '' };
  if (isRegistrableOrigin(origin)) return `must be written as ${JSON.stringify(origin)}`;
  return 'must be an https or loopback origin of at most 300 characters';
}
