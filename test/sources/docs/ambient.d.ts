// Names that snippets of the documentation use, and that the reader's application defines.

/** Stores the result of the callback. */
declare function store(
  user: string,
  connection: { accountId: string; providerId: string; accessToken: string },
): Promise<void>;
/** The session of the request, if any. */
declare function sessionOf(request: Request): { id: string; state: string } | undefined;
/** Stores it with the user. */
declare function saveSession(
  user: string,
  session: { readonly sessionId: string; readonly state: string },
): Promise<void>;

/** Defined by an earlier snippet of the page. */
declare const callback: import('tax-connect/server').Callback;
declare const handleCallback: import('tax-connect/server').NodeHandler;
declare const toNodeHandler: typeof import('tax-connect/server').toNodeHandler;
declare const clientId: string;
declare const own: { baseUrl: string; clientId: string; clientSecret: string };
declare const connectUrl: string;

/** Hono or Express, as far as the snippets use them. */
declare const app: {
  all(path: string, handler: (context: import('hono').Context) => unknown): void;
  all<Incoming extends import('tax-connect/server').NodeRequest>(
    path: string,
    handler: import('tax-connect/server').NodeHandler<Incoming>,
  ): void;
  get(path: string, handler: (context: import('hono').Context) => unknown): void;
  get(path: string, handler: import('tax-connect/server').NodeHandler): void;
};

/** The part of the package that the snippets use. */
declare const supabase: {
  auth: {
    getSession(): Promise<{ data: { session: { access_token: string } | null } }>;
    getUser(jwt: string): Promise<{ data: { user: { id: string } | null } }>;
  };
};
