import { isSameText } from './same-text.ts';

/** What a flow cookie is bound to. */
export interface FlowCookieOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The cookie is `__Host-` and Secure unless this is plain http on this very machine. */
  readonly redirectUri: string;
}

/** The proof that this browser started a redirect flow a moment ago and has not ended it yet. */
export interface FlowCookie {
  /**
   * @param sessionId - the session it is good for, or '' when the application names none
   * @returns a `Set-Cookie` header
   */
  issue(sessionId: string): Promise<string>;
  /**
   * Takes the flow of a request; it is used up whatever comes of it.
   *
   * @param header - the request's `Cookie` header
   * @param sessionId - the session of the request, or ''
   * @returns whether the flow was live, unused and this session's
   */
  take(header: string | null, sessionId: string): Promise<boolean>;
  /** @returns a `Set-Cookie` header that removes the cookie */
  clear(): string;
}

const lifetimeMs = 10 * 60_000;

/**
 * The redirect flow has no `state` parameter, so this cookie stands in for it: a code is taken only
 * in a browser (and session) that asked for one. The cookie is signed, not stored, so any process
 * of the backend can check it. That a flow ends once is remembered per process; across processes
 * the cookie is cleared by the first answer, and a code works only once anyway.
 *
 * @param options - what the cookie is bound to
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.7.1
 */
export function createFlowCookie(options: FlowCookieOptions): FlowCookie {
  const { clientId, clientSecret, redirectUri } = options;
  const isSecure = new URL(redirectUri).protocol === 'https:';
  const name = isSecure ? '__Host-tax_connect_flow' : 'tax_connect_flow';
  // Lax: it must come along when Connect sends the user back, which is a cross-site navigation.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const usedUntil = new Map<string, number>();
  let key: Promise<CryptoKey> | undefined;

  const sign = async (id: string, expiresAt: string, sessionId: string): Promise<string> => {
    key ??= importKey(clientSecret);
    // JSON keeps the parts apart; the label keeps this use of the secret apart from any other.
    const parts = ['tax-connect flow 1', clientId, redirectUri, id, expiresAt, sessionId];
    const data = new TextEncoder().encode(JSON.stringify(parts));
    return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', await key, data)));
  };

  return {
    async issue(sessionId) {
      const id = toHex(crypto.getRandomValues(new Uint8Array(32)));
      const expiresAt = String(Date.now() + lifetimeMs);
      const value = `${id}.${expiresAt}.${await sign(id, expiresAt, sessionId)}`;
      return `${name}=${value}; Max-Age=${lifetimeMs / 1000}; ${attributes}`;
    },
    async take(header, sessionId) {
      const [id = '', expiresAt = '', signature = ''] = readCookie(header, name).split('.');
      const isOurs = await isSameText(signature, await sign(id, expiresAt, sessionId));
      // No await from here on: of two requests with one cookie exactly one gets through.
      const now = Date.now();
      for (const [used, until] of usedUntil) if (until <= now) usedUntil.delete(used);
      if (!isOurs || Number(expiresAt) <= now || usedUntil.has(id)) return false;
      usedUntil.set(id, Number(expiresAt));
      return true;
    },
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

/** @returns the cookie's value, or '' when it is missing or there is more than one of the name */
function readCookie(header: string | null, name: string): string {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    return key === name ? [value] : [];
  });
  return values.length === 1 ? (values[0] ?? '') : '';
}

function importKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'sign',
  ]);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
