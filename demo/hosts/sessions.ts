import { randomBytes } from 'node:crypto';
import type { ConnectedAccount } from 'tax-connect/server';

/** The application's record of a connected account. A real application stores it in its database, encrypted. */
export interface Connection {
  readonly accountId: string;
  readonly providerId: string;
  /**
   * The access token. Treat it like a password: it must not leave the backend, and must not be logged. Null after the
   * connection has ended.
   */
  readonly accessToken: string | null;
  readonly status: ConnectedAccount['status'] | 'disconnected';
}

/** A visitor of the application, whom a cookie identifies. */
export interface Session {
  readonly id: string;
  /** The OAuth `state`, which ties an authorization code to the session whose page requested it. */
  readonly state: string;
  /** The path of the page that is shown after a redirect flow. */
  returnPath: string;
  /** The IDs of the visitor's Connect sessions whose result is not known yet. */
  readonly unfinished: Set<string>;
  readonly connection: Connection | null;
  /** Stores the connection, and then calls each `onChange` of `followConnection`. */
  setConnection(connection: Connection | null): void;
  /**
   * @param onChange - called after each change of the connection
   * @returns a function after which `onChange` is no longer called
   */
  followConnection(onChange: () => void): () => void;
}

/** The sessions of the application's visitors, which are stored in memory. */
export interface Sessions {
  /** @returns the session that the request's cookie identifies, or undefined */
  find(request: Request): Session | undefined;
  list(): readonly Session[];
  /** @returns a new session and its `Set-Cookie` header */
  create(): { session: Session; cookie: string };
}

const maxSessions = 10_000;

/** @param isSecure - true when browsers reach the application over https */
export function createSessions(isSecure: boolean): Sessions {
  // The cookie's name contains the application's name, because applications on all ports of localhost share cookies.
  const name = isSecure ? '__Host-tally_session' : 'tally_session';
  const sessions = new Map<string, Session>();
  return {
    find(request) {
      const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
      const own = pairs.find((pair) => pair.startsWith(`${name}=`));
      return own === undefined ? undefined : sessions.get(own.slice(name.length + 1));
    },
    list: () => [...sessions.values()],
    create() {
      const session = createSession();
      sessions.set(session.id, session);
      // Deletes the oldest sessions, so that the memory of a demo that runs for a long time does not grow forever.
      for (const oldest of sessions.keys()) {
        if (sessions.size <= maxSessions) break;
        sessions.delete(oldest);
      }
      // With `Strict`, browsers would not send the cookie when the redirect flow returns from another site.
      const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      return { session, cookie: `${name}=${session.id}; ${attributes}` };
    },
  };
}

function createSession(): Session {
  const followers = new Set<() => void>();
  let connection: Connection | null = null;
  return {
    id: randomBytes(32).toString('hex'),
    state: randomBytes(32).toString('hex'),
    returnPath: '/',
    unfinished: new Set(),
    get connection() {
      return connection;
    },
    setConnection(next) {
      connection = next;
      for (const onChange of followers) onChange();
    },
    followConnection(onChange) {
      followers.add(onChange);
      return () => void followers.delete(onChange);
    },
  };
}
