import { randomBytes } from 'node:crypto';
import type { ConnectedAccount } from 'tax-connect/server';

/** The application's record of a connection. A real application stores it, encrypted, in its database. */
export interface Connection {
  readonly accountId: string;
  readonly providerId: string;
  /**
   * Treat it like a password: it stays in the backend, and in no log or answer. Null after the connection has
   * ended.
   */
  readonly accessToken: string | null;
  readonly status: ConnectedAccount['status'] | 'disconnected';
}

/** A visitor, recognized by a cookie. */
export interface Session {
  readonly id: string;
  /** OAuth's state, which ties a code to the session whose page requested it. */
  readonly state: string;
  /** The page to which the redirect flow returns. */
  returnPath: string;
  /** IDs of the Connect sessions whose result is not known yet. */
  readonly unfinished: Set<string>;
  readonly connection: Connection | null;
  /** Stores the connection, and then calls its followers. */
  setConnection(connection: Connection | null): void;
  /**
   * @param onChange - called after each change of the connection
   * @returns stops following
   */
  followConnection(onChange: () => void): () => void;
}

/** The visitors of the application, in memory. */
export interface Sessions {
  /** @returns the session of a request, or undefined */
  find(request: Request): Session | undefined;
  list(): readonly Session[];
  /** @returns a new session and its `Set-Cookie` header */
  create(): { session: Session; cookie: string };
}

const maxSessions = 10_000;

/** @param isSecure - whether browsers reach the application over https */
export function createSessions(isSecure: boolean): Sessions {
  // The name contains the application's, because all ports of localhost share their cookies.
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
      // The oldest session is forgotten, so that a demo does not grow forever.
      for (const oldest of sessions.keys()) {
        if (sessions.size <= maxSessions) break;
        sessions.delete(oldest);
      }
      // Lax and not Strict, because the redirect flow comes back from another site.
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
