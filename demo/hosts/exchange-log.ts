import { AsyncLocalStorage } from 'node:async_hooks';
import { hideSecrets } from './hide-secrets.ts';
import type { Session } from './sessions.ts';

/** A request of this backend to the token endpoint and its response. Secrets are masked, so that it can be shown. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the request, with masked secrets. */
  readonly body: unknown;
  /** The HTTP status; null when no response arrived. */
  readonly status: number | null;
  /** The body of the response, with masked secrets; null when it is not JSON. */
  readonly answer: unknown;
  readonly durationMs: number;
}

/** Stores the last exchange of each visitor, so that the playground can show it. */
export type ExchangeLog = ReturnType<typeof createExchangeLog>;

/** @returns an empty log. An exchange is removed together with its visitor's session */
export function createExchangeLog() {
  const current = new AsyncLocalStorage<Session>();
  const exchanges = new WeakMap<Session, Exchange>();
  return {
    /** Sends a request like the global `fetch`. During a call of `record`, also stores a copy with masked secrets. */
    async fetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
      const session = current.getStore();
      const start = performance.now();
      let response: Response | undefined;
      try {
        response = await fetch(input, init);
        return response;
      } finally {
        if (session) {
          const durationMs = Math.round(performance.now() - start);
          exchanges.set(session, {
            ...describeRequest(new Request(input, init)),
            body: hideSecrets(parseJson(typeof init?.body === 'string' ? init.body : '')),
            status: response?.status ?? null,
            answer: hideSecrets(parseJson((await response?.clone().text()) ?? '')),
            durationMs,
          });
        }
      }
    },
    /** Calls `act`. The last request that it sends with `fetch` above is stored as the session's exchange. */
    record: <Result>(session: Session, act: () => Promise<Result>) => current.run(session, act),
    find: (session: Session) => exchanges.get(session) ?? null,
  };
}

function describeRequest({ method, url, headers }: Request) {
  return { method, url, headers: Object.fromEntries(headers) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text is not JSON. It is not shown, and neither is the parser's error, which would quote the text.
    return null;
  }
}
