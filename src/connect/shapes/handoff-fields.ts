import * as v from 'valibot';

/** A nonce or a handoff: 32 random bytes of the host, as base64url. */
export const randomToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** The syntax of a BCP 47 tag. The page decides whether it knows the language. */
export const languageTag = v.pipe(
  v.string(),
  v.maxLength(100),
  v.regex(/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i),
);

export const sessionReference = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/));

/** @returns the host's language tag; null for an invalid one, so that the page uses the browser's language */
export function readLanguageTag(tag: string): string | null {
  return v.is(languageTag, tag) ? tag : null;
}

export function readReference(sessionId: string): string | null {
  return v.is(sessionReference, sessionId) ? sessionId : null;
}
