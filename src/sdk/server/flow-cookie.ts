import { type createSeal, deriveKey } from './derived-key.ts';
import { createRecentKeys } from './recent-keys.ts';
import { isSameText, toHex } from './same-text.ts';

/** The values that each cookie is bound to. */
interface FlowCookieOptions {
  readonly clientId: string;
  /** The key of its signature: the client secret, or a separate key of the application. */
  readonly secret: string;
  /** The cookie is `__Host-` and Secure, unless this URI is http on this machine. */
  readonly redirectUri: string;
  readonly tickets: ReturnType<typeof createSeal<Ticket>>;
}

/** The content of a ticket, with which the visitor of a page on another site may start one flow. */
export interface Ticket {
  readonly expiresAt: number;
  /** The visitor's session, by `getSessionId`. */
  readonly sessionId: string;
  /** The Connect session of the flow, by `getConnectSession`. */
  readonly session: string | undefined;
}

/** A flow that this browser started in this session. */
export interface LiveFlow {
  readonly id: string;
  /** The `state` of OAuth. Connect returns it only with the response to this flow. */
  readonly state: string;
  /** PKCE's verifier. Only this backend can derive it, because the cookie does not contain it. */
  readonly codeVerifier: string;
  /** The session that started it; empty for an application without sessions. */
  readonly sessionId: string;
}

/** The visitor that a flow is for. */
export interface FlowOwner {
  /** The ID is empty for an application without sessions. */
  readonly sessionId: string;
  /** The ticket that the cookie contains, because the browser has no session here; otherwise undefined. */
  readonly ticket: string | undefined;
}

/** A cookie as the browser sent it. */
interface SentCookie {
  readonly name: string;
  readonly value: string;
}

/** The longest lifetime of a flow at the service: half an hour until it starts, and half an hour more. */
const lifetimeMs = 60 * 60_000;
/** Each open tab may have one. Browsers send all of them with every request. */
const maxFlows = 5;
/** If more flows end in an hour, the oldest are forgotten. A code works only once anyway. */
const maxUsedFlows = 10_000;

/**
 * Creates signed cookies for flows. Together with the `state` that Connect returns, such a cookie proves that a code
 * belongs to a flow of this browser and session. Each flow has a cookie, so that each of several tabs finds its own
 * flow. The cookie is signed, not stored, so any process of the backend can check it. Each process remembers ended
 * flows. Across processes, the first response clears the cookie, and a code works only once anyway.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.7.1
 */
export function createFlowCookies(options: FlowCookieOptions) {
  const { clientId, secret, redirectUri, tickets } = options;
  const isSecure = new URL(redirectUri).protocol === 'https:';
  const prefix = isSecure ? '__Host-tax_connect_flow_' : 'tax_connect_flow_';
  const nameCookie = (id: string) => `${prefix}${id.slice(0, 16)}`;
  // Lax, because the browser must send it when Connect sends the user back, which is a cross-site navigation.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const used = createRecentKeys({ lifetimeMs, capacity: maxUsedFlows });
  const remove = (name: string) => `${name}=; Max-Age=0; ${attributes}`;
  let key: Promise<CryptoKey> | undefined;

  const sign = async (...parts: readonly string[]): Promise<string> => {
    key ??= deriveKey({ secret, use: 'tax-connect flow cookie 2' }, 'HMAC', ['sign']);
    // JSON separates the parts. The first part names the purpose of the signature.
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
    /**
     * Starts a flow. Its cookie is valid for one session.
     *
     * @returns the flow, and the `Set-Cookie` headers: its own, and those that remove the oldest flows beyond five
     */
    async issue({ sessionId, ticket }: FlowOwner, header: string | null) {
      const id = toHex(crypto.getRandomValues(new Uint8Array(32)));
      const expiresAt = String(Date.now() + lifetimeMs);
      const signed = `${id}.${expiresAt}.${await signCookie(id, expiresAt, sessionId)}`;
      const value = ticket === undefined ? signed : `${signed}.${ticket}`;
      const cookie = `${nameCookie(id)}=${value}; Max-Age=${lifetimeMs / 1000}; ${attributes}`;
      const old = readCookies(header, prefix).slice(maxFlows - 1);
      return {
        flow: await createFlow(id, sessionId),
        headers: [cookie, ...old.map(({ name }) => remove(name))],
      };
    },
    /** @returns the flows of the cookies, used or not, newest first; without expired ones and those of other sessions */
    async list(header: string | null, sessionId: string | undefined): Promise<readonly LiveFlow[]> {
      const flows: LiveFlow[] = [];
      for (const { name, value } of readCookies(header, prefix).slice(0, 2 * maxFlows)) {
        const [id = '', expiresAt = '', signature = '', ticket = ''] = value.split('.');
        // Without a session, the request has only the flows that tickets have started.
        const owner = sessionId ?? (await tickets.open(ticket))?.sessionId;
        if (owner === undefined) continue;
        const expected = await signCookie(id, expiresAt, owner);
        const isOurs = name === nameCookie(id) && (await isSameText(signature, expected));
        if (isOurs && Number(expiresAt) > Date.now()) flows.push(await createFlow(id, owner));
      }
      return flows;
    },
    /** @returns whether the flow was unused. Of two requests with one flow, only one gets true */
    use: ({ id }: LiveFlow): boolean => used.add(id),
    /** @returns a `Set-Cookie` header that removes the flow's cookie */
    clear: ({ id }: LiveFlow): string => remove(nameCookie(id)),
  };
}

/**
 * @returns the cookies of flows, newest first. If a name occurs twice, both are left out, because someone else set
 *   one of them
 */
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
