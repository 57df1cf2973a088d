import * as v from 'valibot';
import { consentEnds, disconnectors, environments, shareKinds } from './unions.ts';

const consentEnd = v.object({
  how: v.picklist(consentEnds),
  /** Null: nothing has kept the time. */
  at: v.nullable(v.number()),
  /** Only of a disconnection: who asked for it. Null: nothing has kept it. */
  by: v.nullable(v.picklist(disconnectors)),
});

const consentRecord = v.object({
  consent_id: v.string(),
  /** These three: as they were named then. */
  client_id: v.string(),
  application: v.string(),
  provider: v.string(),
  provider_id: v.string(),
  environment: v.picklist(environments),
  account_id: v.string(),
  shares: v.array(v.picklist(shareKinds)),
  purpose: v.nullable(v.string()),
  privacy_url: v.nullable(v.string()),
  /** The language of the text that was shown, and its SHA-256; null: nothing was shown, or it is not known. */
  locale: v.nullable(v.string()),
  text_hash: v.nullable(v.string()),
  granted_at: v.number(),
  /** Null: without an end. */
  expires_at: v.nullable(v.number()),
  /** Not part of the record: what is known of its end now. Null: it is valid. */
  ended: v.nullable(consentEnd),
});

/** A page of the consents of an application, the newest first. Times are milliseconds since the epoch. */
export const consentsAnswer = v.object({
  consents: v.array(consentRecord),
  /** The value of `after` for the next page; null: this is the last one. */
  next: v.nullable(v.string()),
});

/** A consent, as it was given, and what is known of its end. */
export type Consent = v.InferOutput<typeof consentRecord>;
/** The end of a consent. */
export type ConsentEnd = v.InferOutput<typeof consentEnd>;
