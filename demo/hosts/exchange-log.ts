import { AsyncLocalStorage } from 'node:async_hooks';
import { hideSecrets } from './hide-secrets.ts';
import type { Session } from './sessions.ts';

/** A request of this backend to the token endpoint and its answer, in a form that can be shown. */
interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body with masked secret, code and token. */
  readonly body: unknown;
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The masked answer; null when it is not JSON. */
  readonly answer: unknown;
  readonly durationMs: number;
}

/** The backend's requests to the Connect service, for the visitors of the playground. */
export type ExchangeLog = ReturnType<typeof createExchangeLog>;

/** @returns an empty log, which forgets a session's exchange when the session is forgotten */
export function createExchangeLog() {
  const current = new AsyncLocalStorage<Session>();
  const exchanges = new WeakMap<Session, Exchange>();
  return {
    /** Sends like the global `fetch`, and keeps a masked copy while `record` runs. */
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
    /** Stores the requests during the call as the last exchange of the session. */
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
    // The text is not JSON, so there is nothing to show. The parser's error would quote it.
    return null;
  }
}
