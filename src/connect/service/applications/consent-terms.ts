import * as v from 'valibot';
import { type ConsentTermsJson, noTerms } from '../../shapes/flow-answers.ts';
import { type Purpose, purposeShape } from '../../shapes/purpose.ts';
import { consentLocales, type Environment } from '../../shapes/unions.ts';
import { isLoopbackHostname } from '../addresses/host-origin.ts';
import { isRegistrableRedirectUri } from '../addresses/redirect-uri.ts';
import { isReadableText } from '../basics/readable-text.ts';
import { wholeNumber } from '../http/json-body.ts';

/** The maximum length of a purpose, in characters. A longer text would push Allow and Deny out of view on a phone. */
const maxPurposeLength = 200;

/** The number of days that a consent or an access token is valid: at most a leap year. */
export const dayCount = wholeNumber(1, 366);

/** The terms in APPLICATIONS_FILE. */
export const registeredTerms = {
  purpose: v.optional(purposeShape),
  privacy_url: v.optional(v.string()),
  consent_days: v.optional(dayCount),
};

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

/** The terms to change. Null removes a term, and a missing term stays. */
export const termsBody = v.object({
  purpose: v.exactOptional(v.nullable(purposeShape)),
  privacy_url: v.exactOptional(v.nullable(v.pipe(v.string(), v.trim()))),
  consent_days: v.exactOptional(v.nullable(dayCount)),
});

/** The names of fields in error messages. */
export const fieldNames = {
  purpose: 'The purpose',
  privacy_url: 'The privacy policy URL',
  accent_color: 'The accent',
  support_url: 'The address of the support',
} as const;

interface WrongField {
  readonly field: keyof typeof fieldNames;
  /** The part of the error message that follows the name of the field. */
  readonly rule: string;
}

type ShownFields = {
  readonly [Field in WrongField['field']]?: (ConsentTermsJson & Brand)[Field] | undefined;
};

/** Finds the first field with a value that people could not read or open. Returns undefined if all are right. */
export function findWrongField(
  { purpose, privacy_url, accent_color, support_url }: ShownFields,
  environment: Environment,
): WrongField | undefined {
  const purposeRule = findPurposeRule(purpose ?? null);
  if (purposeRule !== null) return { field: 'purpose', rule: purposeRule };
  if (typeof privacy_url === 'string' && !isPublicUrl(privacy_url, environment)) {
    return { field: 'privacy_url', rule: publicUrlRule };
  }
  if (typeof accent_color === 'string' && !/^#[\da-f]{6}$/i.test(accent_color)) {
    return { field: 'accent_color', rule: 'must be a colour such as #0b6e4f' };
  }
  if (typeof support_url === 'string' && !isPublicUrl(support_url, environment)) {
    return { field: 'support_url', rule: publicUrlRule };
  }
  return undefined;
}

function findPurposeRule(purpose: Purpose | null): string | null {
  if (purpose === null) return null;
  const texts = Object.entries(typeof purpose === 'string' ? { default: purpose } : purpose);
  const keys: readonly string[] = ['default', ...consentLocales];
  const unknown = texts.find(([key]) => !keys.includes(key));
  if (unknown) return `has the unknown language ${unknown[0]}; use ${consentLocales.join(', ')}`;
  if (texts.every(([, text]) => isReadableText(text, maxPurposeLength))) return null;
  return `must be one sentence of plain text with up to ${maxPurposeLength} characters`;
}

const publicUrlRule = 'must be an https address; of a test application, also http on this machine';

/** True when people can open the URL. In a live application, it must not lead to their own machine. */
function isPublicUrl(url: string, environment: Environment): boolean {
  // The SDK refuses the page's messages with a longer text.
  if (url.length > 2000) return false;
  // The rule is the same as for a redirect URI, except that the URL may have an anchor.
  if (!isRegistrableRedirectUri(url.replace(/#[\x21-\x7e]*$/, ''))) return false;
  return environment === 'test' || !isLoopbackHostname(new URL(url).hostname);
}

export function readTerms({ terms }: { readonly terms: string | null }): ConsentTermsJson {
  if (terms === null) throw new Error('A flow without a consent has no terms.');
  return JSON.parse(terms);
}

export function writePurpose(purpose: Purpose | null): string | null {
  return purpose && JSON.stringify(purpose);
}

export const termNames = Object.keys(noTerms) as (keyof ConsentTermsJson)[];

type Given<Terms> = { readonly [Name in keyof Terms]?: Terms[Name] | undefined };

/** Picks the terms. A missing term is null. */
function pickTerms<Terms extends ConsentTerms | ConsentTermsJson>(fields: Given<Terms>): Terms {
  return Object.fromEntries(termNames.map((name) => [name, fields[name] ?? null])) as Terms;
}

/** @returns the columns of the terms of a registration */
export function writeTerms(registration: Given<ConsentTermsJson>): ConsentTerms {
  const terms = pickTerms<ConsentTermsJson>(registration);
  return { ...terms, purpose: writePurpose(terms.purpose) };
}

export function describeTerms(application: ConsentTerms): ConsentTermsJson {
  const terms = pickTerms(application);
  return { ...terms, purpose: terms.purpose && JSON.parse(terms.purpose) };
}

/** Describes the terms for the audit log. */
export function summarizeTerms({ purpose, privacy_url, consent_days }: ConsentTermsJson): string {
  const end = consent_days === null ? 'no end' : `ends after ${consent_days} days`;
  const texts = typeof purpose === 'object' ? writePurpose(purpose) : purpose;
  return [texts ?? 'no purpose', privacy_url ?? 'no privacy policy URL', end].join(' · ');
}

const dayMs = 24 * 60 * 60 * 1000;

/** An event announces the end of a consent this long before, or one day before the end of a shorter consent. */
const firstNoticeMs = 14 * dayMs;
const lastNoticeMs = dayMs;

/** Computes when a consent that starts at `now` ends, and when its end is announced; null for a consent without end. */
export function planEnd(consentDays: number | null, now: number) {
  if (consentDays === null) return { consent_ends_at: null, consent_due_at: null };
  const consent_ends_at = now + consentDays * dayMs;
  const notice = consent_ends_at - now >= firstNoticeMs ? firstNoticeMs : lastNoticeMs;
  return { consent_ends_at, consent_due_at: consent_ends_at - notice };
}

export function addYears(time: number, years: number): number {
  const date = new Date(time);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}
