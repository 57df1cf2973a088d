import { createRecentKeys } from './recent-keys.ts';
import { isSameText } from './same-text.ts';
import { toHex } from './to-hex.ts';

/** The values that a flow cookie is bound to. */
export interface FlowCookieOptions {
  readonly clientId: string;
  /** The key for its signature: the client secret, or a separate key of the application. */
  readonly secret: string;
  /** The cookie is `__Host-` and Secure, unless this is http on this machine. */
  readonly redirectUri: string;
}

/** A flow that this browser started in this session. */
export interface LiveFlow {
  readonly id: string;
  /** Returned by Connect with the response to this flow only. */
  readonly state: string;
  /** PKCE's verifier. Only this backend can derive it: it is not in the cookie. */
  readonly codeVerifier: string;
}

/** Proves that this browser has recently started a redirect flow, and has not ended it yet. */
export interface FlowCookie {
  /**
   * @param sessionId - the session that the cookie is valid for; '' for an application without sessions
   * @returns a `Set-Cookie` header, and the flow
   */
  issue(sessionId: string): Promise<{ readonly cookie: string; readonly flow: LiveFlow }>;
  /**
   * @param header - the request's `Cookie` header
   * @param sessionId - the session of the request, or ''
   * @returns the flow of the cookie, used or not; undefined when it is missing, expired or from another
   *   session
   */
  find(header: string | null, sessionId: string): Promise<LiveFlow | undefined>;
  /**
   * Ends a flow.
   *
   * @returns whether it was unused; of two requests with one flow, only one gets true
   */
  use(flow: LiveFlow): boolean;
  /** @returns a `Set-Cookie` header that removes the cookie */
  clear(): string;
}

const lifetimeMs = 10 * 60_000;
/**
 * Above this number of ended flows in ten minutes, the oldest are forgotten. A code works only once anyway.
 */
const maxUsedFlows = 10_000;

/**
 * Together with the `state` that Connect returns, this cookie shows that a code belongs to a flow of this
 * browser and session. It is signed, not stored, so any process of the backend can check it. Each process
 * remembers ended flows. Across processes, the first response clears the cookie, and a code works only once
 * anyway.
 *
 * @param options - the values that the cookie is bound to
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.7.1
 */
export function createFlowCookie(options: FlowCookieOptions): FlowCookie {
  const { clientId, secret, redirectUri } = options;
  const isSecure = new URL(redirectUri).protocol === 'https:';
  const name = isSecure ? '__Host-tax_connect_flow' : 'tax_connect_flow';
  // Lax, because the browser must send it when Connect sends the user back, which is a cross-site
  // navigation.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const used = createRecentKeys({ lifetimeMs, capacity: maxUsedFlows });
  let key: Promise<CryptoKey> | undefined;

  const sign = async (...parts: readonly string[]): Promise<string> => {
    key ??= deriveKey(secret);
    // JSON separates the parts. The first one says what is signed.
    const data = new TextEncoder().encode(JSON.stringify([clientId, redirectUri, ...parts]));
    return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', await key, data)));
  };
  const signCookie = (id: string, expiresAt: string, sessionId: string) =>
    sign('cookie', id, expiresAt, sessionId);
  const createFlow = async (id: string): Promise<LiveFlow> => ({
    id,
    state: await sign('state', id),
    codeVerifier: await sign('verifier', id),
  });

  return {
    async issue(sessionId) {
      const id = toHex(crypto.getRandomValues(new Uint8Array(32)));
      const expiresAt = String(Date.now() + lifetimeMs);
      const value = `${id}.${expiresAt}.${await signCookie(id, expiresAt, sessionId)}`;
      const cookie = `${name}=${value}; Max-Age=${lifetimeMs / 1000}; ${attributes}`;
      return { cookie, flow: await createFlow(id) };
    },
    async find(header, sessionId) {
      const [id = '', expiresAt = '', signature = ''] = readCookie(header, name).split('.');
      const expected = await signCookie(id, expiresAt, sessionId);
      const isOurs = await isSameText(signature, expected);
      if (!isOurs || Number(expiresAt) <= Date.now()) return undefined;
      return createFlow(id);
    },
    use: ({ id }) => used.add(id),
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

/** @returns the cookie's value, or '' when there is no cookie or more than one of this name */
function readCookie(header: string | null, name: string): string {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    return key === name ? [value] : [];
  });
  return values.length === 1 ? (values[0] ?? '') : '';
}

/**
 * A key for this use only. Its signatures reveal nothing about other uses of the secret.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
async function deriveKey(secret: string): Promise<CryptoKey> {
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, [
    'deriveKey',
  ]);
  const info = encoder.encode('tax-connect flow cookie 2');
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  const purpose = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  return crypto.subtle.deriveKey(derivation, material, purpose, false, ['sign']);
}
