/** Only the parsers below, and the modules that create random values, may cast a string to one of these types. */
declare const brand: unique symbol;

/** A `Base` with a mark that exists only in the types. Each `Name` makes a different type. */
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/** One-time authorization code (RFC 6749, section 1.3.1), in one variable until the application gets it. */
export type AuthorizationCode = Brand<string, 'AuthorizationCode'>;

/** 32 random bytes as base64url, new for each flow. It binds a code to the flow that requested it. */
export type Nonce = Brand<string, 'Nonce'>;

/** 43 random base64url characters in a popup's address, by which a page cut off from the host joins its flow, once. */
export type Handoff = Brand<string, 'Handoff'>;

const codePattern = /^[\x21-\x7e]{1,512}$/;
const tokenPattern = /^[\w-]{43}$/;

/** Accepts 1 to 512 visible ASCII characters. @see https://www.rfc-editor.org/rfc/rfc6749#appendix-A.11 */
export function parseAuthorizationCode(value: unknown): AuthorizationCode | undefined {
  return typeof value === 'string' && codePattern.test(value)
    ? (value as AuthorizationCode)
    : undefined;
}

/** Accepts 43 base64url characters. @see https://www.rfc-editor.org/rfc/rfc4648#section-5 */
function parseToken<Token extends string>(value: unknown): Token | undefined {
  return typeof value === 'string' && tokenPattern.test(value) ? (value as Token) : undefined;
}

export const parseNonce = parseToken<Nonce>;
export const parseHandoff = parseToken<Handoff>;
