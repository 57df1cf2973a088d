import * as v from 'valibot';

/**
 * 32 random bytes as base64url, created by the host. A nonce binds the code to the host. A handoff lets a popup
 * continue the flow of the page in the host's frame.
 */
export const randomToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** The syntax of a BCP 47 tag. The page decides whether it knows the language. */
export const languageTag = v.pipe(
  v.string(),
  v.maxLength(100),
  v.regex(/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i),
);

/** The ID that the host has given its session. */
export const sessionReference = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/));

/** @returns the host's language tag; null for an invalid one, so that the page uses the browser's language */
export function readLanguageTag(tag: string): string | null {
  return v.is(languageTag, tag) ? tag : null;
}

/** @returns the ID of the host's session; null for an ID of another shape */
export function readReference(sessionId: string): string | null {
  return v.is(sessionReference, sessionId) ? sessionId : null;
}
