import * as v from 'valibot';

/** A nonce or a handoff: 32 random bytes as base64url, created by the host. */
export const randomToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** The syntax of a BCP 47 tag. The page decides whether it is a known language. */
export const languageTag = v.pipe(
  v.string(),
  v.maxLength(100),
  v.regex(/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i),
);

/** The host's ID of a session. */
export const sessionReference = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/));
