import * as v from 'valibot';
import { cursor } from './common-answers.ts';
import { consentEnds } from './dashboard-words.ts';
import { disconnectors, environments, shareKinds } from './unions.ts';

const consentEnd = v.object({
  how: v.picklist(consentEnds),
  /** When the consent ended; null when the time was not recorded. */
  at: v.nullable(v.number()),
  /** Set only for a disconnection: the person or program that asked for it. Null when it was not recorded. */
  by: v.nullable(v.picklist(disconnectors)),
});

/** The record of a consent, without its times, which have different formats for backends and for operators. */
export const consentRecord = {
  consent_id: v.string(),
  /** The names of the application and of the provider when the consent was given. */
  application: v.string(),
  provider: v.string(),
  provider_id: v.string(),
  account_id: v.string(),
  shares: v.array(v.picklist(shareKinds)),
  /** The purpose as it was shown. `purpose_locale` is its language; null when the sentence was for every language. */
  purpose: v.nullable(v.string()),
  purpose_locale: v.nullable(v.string()),
  privacy_url: v.nullable(v.string()),
  /** The language of the shown text; null when no text was shown, or when it is not known. */
  locale: v.nullable(v.string()),
  /** SHA-256 of the shown text; null when `locale` is null. */
  text_hash: v.nullable(v.string()),
};

const consent = v.object({
  ...consentRecord,
  client_id: v.string(),
  environment: v.picklist(environments),
  granted_at: v.number(),
  /** When the consent ends; null when it never ends. */
  expires_at: v.nullable(v.number()),
  /** The consent's end; null while it is valid. The record of what the person allowed does not contain the end. */
  ended: v.nullable(consentEnd),
});

/** A page of an application's consents, newest first. Times are milliseconds since the epoch. */
export const consentsAnswer = v.object({
  consents: v.array(consent),
  ...cursor,
});

/** The record of a consent as it was given, with the known facts about its end. */
export type Consent = v.InferOutput<typeof consent>;
export type ConsentEnd = v.InferOutput<typeof consentEnd>;
