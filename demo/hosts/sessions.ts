import { randomBytes } from 'node:crypto';

/** The application's record of a connection. A real application stores it, encrypted, in its database. */
interface Connection {
  readonly accountId: string;
  readonly providerId: string;
  /** Like a password: stays in the backend, in no log and no answer. */
  readonly accessToken: string;
}

/** One visitor, known by a cookie. */
export interface Session {
  readonly id: string;
  /** OAuth's state: ties a code to the session whose page asked for it. */
  readonly state: string;
  /** The page that the redirect flow comes back to. */
  returnPath: string;
  /** IDs of the Connect sessions whose result is not known yet. */
  readonly unfinished: Set<string>;
  connection: Connection | null;
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

/** @param isSecure - whether browsers reach the application by https */
export function createSessions(isSecure: boolean): Sessions {
  // A distinctive name: on localhost, every port shares the cookies.
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
      const id = randomBytes(32).toString('hex');
      const state = randomBytes(32).toString('hex');
      const unfinished = new Set<string>();
      const session: Session = { id, state, returnPath: '/', unfinished, connection: null };
      sessions.set(id, session);
      // The oldest goes first: a demo must not grow for ever.
      for (const oldest of sessions.keys()) {
        if (sessions.size <= maxSessions) break;
        sessions.delete(oldest);
      }
      // Lax, not Strict: the redirect flow comes back from another site.
      const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      return { session, cookie: `${name}=${id}; ${attributes}` };
    },
  };
}
