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
