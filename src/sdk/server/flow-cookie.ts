import { type createSeal, deriveKey } from './derived-key.ts';
import { createRecentKeys } from './recent-keys.ts';
import { isSameText, toHex } from './same-text.ts';

/** A cookie is valid only with the client ID, secret and redirect URI for which it was created. */
interface FlowCookieOptions {
  readonly clientId: string;
  /** The client secret, or the option `cookieKey`. */
  readonly secret: string;
  /** If it is https, cookies are `Secure`, with the prefix `__Host-`. Http is allowed only on this machine. */
  readonly redirectUri: string;
  readonly tickets: ReturnType<typeof createSeal<Ticket>>;
}

/** The content of a ticket, with which the visitor of a page on another site may start one redirect flow. */
export interface Ticket {
  readonly expiresAt: number;
  /** The ID of the visitor's session, from `getSessionId`. */
  readonly sessionId: string;
  /** The Connect session for the flow, from `getConnectSession`; undefined for none. */
  readonly session: string | undefined;
}

/** A redirect flow that this browser has started, and that has not expired. */
export interface LiveFlow {
  readonly id: string;
  /** OAuth's `state`. The Connect page returns it at the end of this flow only. */
  readonly state: string;
  /** PKCE's code verifier. The cookie does not contain it: only this backend can derive it from the ID of the flow. */
  readonly codeVerifier: string;
  /** The ID of the user's session that started the flow; empty if the application has no `getSessionId`. */
  readonly sessionId: string;
}

export interface FlowOwner extends Pick<LiveFlow, 'sessionId'> {
  /** The ticket that started the flow if the visitor's requests have no session; undefined otherwise. */
  readonly ticket: string | undefined;
}

interface SentCookie {
  readonly name: string;
  readonly value: string;
}

// The longest time of a flow at the service: half an hour until the user begins, and half an hour from then on.
const lifetimeMs = 60 * 60_000;
// Few flows in one browser, for example one in each tab, because it sends the cookies of all with every request.
const maxFlows = 5;

/**
 * Together with the `state` that the Connect page returns, a signed cookie proves that a code belongs to a flow of this
 * browser and session, in any process. Each tab has its own: https://www.rfc-editor.org/rfc/rfc9700#section-4.7.1
 */
export function createFlowCookies({ clientId, secret, redirectUri, tickets }: FlowCookieOptions) {
  const isSecure = new URL(redirectUri).protocol === 'https:';
  const prefix = isSecure ? '__Host-tax_connect_flow_' : 'tax_connect_flow_';
  const nameCookie = (id: string) => `${prefix}${id.slice(0, 16)}`;
  // `Lax`, because browsers must send the cookie when the Connect page sends the user back across sites.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  // A process may forget a finished flow: its cookie was cleared, and a code works only once anyway.
  const used = createRecentKeys(lifetimeMs);
  const remove = (name: string) => `${name}=; Max-Age=0; ${attributes}`;
  let key: Promise<CryptoKey> | undefined;

  const sign = async (...parts: readonly string[]): Promise<string> => {
    key ??= deriveKey({ secret, use: 'tax-connect flow cookie 2' }, 'HMAC', ['sign']);
    // JSON keeps the parts apart. The first names the use of the signature, which is invalid for other uses.
    const data = new TextEncoder().encode(JSON.stringify([clientId, redirectUri, ...parts]));
    return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', await key, data)));
  };
  const signCookie = (id: string, expiresAt: string, sessionId: string) =>
    sign('cookie', id, expiresAt, sessionId);
  const createFlow = async (id: string, sessionId: string): Promise<LiveFlow> => ({
    id,
    sessionId,
    state: await sign('state', id),
    codeVerifier: await sign('verifier', id),
  });

  return {
    /** Starts a flow, with a cookie for the visitor's session, and headers that remove the cookies of older flows. */
    async issue({ sessionId, ticket }: FlowOwner, header: string | null) {
      const id = toHex(crypto.getRandomValues(new Uint8Array(32)));
      const expiresAt = String(Date.now() + lifetimeMs);
      const signed = `${id}.${expiresAt}.${await signCookie(id, expiresAt, sessionId)}`;
      const value = ticket === undefined ? signed : `${signed}.${ticket}`;
      const cookie = `${nameCookie(id)}=${value}; Max-Age=${lifetimeMs / 1000}; ${attributes}`;
      const old = readCookies(header, prefix).slice(maxFlows - 1);
      const flow = await createFlow(id, sessionId);
      return { flow, headers: [cookie, ...old.map(({ name }) => remove(name))] };
    },
    /** @returns this session's flows among the request's cookies, newest first, also finished but not expired ones */
    async list(header: string | null, sessionId: string | undefined): Promise<readonly LiveFlow[]> {
      const flows: LiveFlow[] = [];
      for (const { name, value } of readCookies(header, prefix).slice(0, 2 * maxFlows)) {
        const [id = '', expiresAt = '', signature = '', ticket = ''] = value.split('.');
        // If the request has no session, the ticket in the cookie names the session that started the flow.
        const owner = sessionId ?? (await tickets.open(ticket))?.sessionId;
        if (owner === undefined) continue;
        const expected = await signCookie(id, expiresAt, owner);
        const isOurs = name === nameCookie(id) && (await isSameText(signature, expected));
        if (isOurs && Number(expiresAt) > Date.now()) flows.push(await createFlow(id, owner));
      }
      return flows;
    },
    /** Marks a flow as finished. @returns whether it was not finished before */
    use: ({ id }: LiveFlow): boolean => used.add(id),
    clear: ({ id }: LiveFlow): string => remove(nameCookie(id)),
  };
}

/** @returns the cookies of flows, newest first, without those of the same name: one of them is someone else's */
function readCookies(header: string | null, prefix: string): readonly SentCookie[] {
  const cookies = (header ?? '').split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    return name.startsWith(prefix) ? [{ name, value }] : [];
  });
  return cookies
    .filter(({ name }) => cookies.filter((cookie) => cookie.name === name).length === 1)
    .sort((left, right) => readEnd(right) - readEnd(left));
}

function readEnd({ value }: SentCookie): number {
  return Number(value.split('.')[1]) || 0;
}
