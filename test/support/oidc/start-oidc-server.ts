import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The records of the server. */
interface OidcServerRecords {
  readonly revoked: readonly string[];
  /** The last address that it has sent the browser back to. */
  readonly returned: string;
  readonly refreshes: number;
  /** Grants that it has ended, as it does when a refresh token is used twice. */
  readonly endedGrants: number;
  /** Requests to its API without an answer. */
  readonly hanging: number;
}

/** An authorization server in a separate process. */
export interface OidcServer {
  /** Its origin, which is also its issuer. */
  readonly issuer: string;
  /**
   * Changes its behaviour from now on.
   *
   * @param change - `slow`: the delay of its token endpoint, in milliseconds. `down`: whether its endpoints
   *   for programs fail. `nameless`: whether userinfo fails. `isolated`: whether its pages have an opener policy. `otherIssuer`: whether it
   *   names another issuer in its responses. `redirect`: its registered redirect URI. `expired`: refuses the
   *   access tokens that it has issued. `forgotten`: refuses its refresh tokens. `hanging`: whether its API
   *   at `/api/records` leaves accepted requests without an answer. `rotating`: whether each refresh token
   *   works once. `roles`: JSON of the claim `roles` in `id_token` and in `userinfo`.
   */
  control(change?: {
    readonly slow?: number;
    readonly down?: boolean;
    readonly isolated?: boolean;
    readonly otherIssuer?: boolean;
    readonly nameless?: boolean;
    readonly redirect?: string;
    readonly expired?: true;
    readonly forgotten?: true;
    readonly hanging?: boolean;
    readonly rotating?: boolean;
    readonly roles?: string;
  }): Promise<OidcServerRecords>;
  close(): Promise<void>;
}

/** The options of its start. */
export interface OidcServerOptions {
  /** Redirect URI of the Connect service; default: set later. */
  readonly redirectUri?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Headers of all of its pages. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True when its metadata names another issuer. */
  readonly wrongIssuer?: boolean;
}

/** @returns the server, which must be closed */
export async function startOidcServer(options: OidcServerOptions): Promise<OidcServer> {
  const file = fileURLToPath(new URL('server.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const [issuer] = (await once(lines, 'line')) as [string];
  return {
    issuer,
    async control(change = {}) {
      const query = encodeURIComponent(JSON.stringify(change));
      const response = await fetch(`${issuer}/control?${query}`);
      return (await response.json()) as OidcServerRecords;
    },
    async close() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

/** Signs in like a person. @returns the address that the provider sends the browser back to */
export async function visitOidcServer(address: string, name = 'ada'): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  const { origin } = url;
  let init: RequestInit = {};
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) {
      if (!response.ok) throw new Error(`The provider answered ${response.status}.`);
      url = new URL(`${url.pathname}/allow`, url);
      init = { method: 'POST', body: new URLSearchParams({ name }) };
      continue;
    }
    url = new URL(location, url);
    init = {};
    if (url.origin !== origin) return url;
  }
  throw new Error('The provider did not send the browser back.');
}
