import { AsyncLocalStorage } from 'node:async_hooks';
import { hideSecrets } from './hide-secrets.ts';
import type { Session } from './sessions.ts';

/** A request of this backend to the token endpoint and its answer, fit to be shown. */
interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** With secret, code and token masked. */
  readonly body: unknown;
  /** HTTP status, or null when no answer came. */
  readonly status: number | null;
  /** Masked like the request; null when it is not JSON. */
  readonly answer: unknown;
  readonly durationMs: number;
}

/** The backend's requests to the Connect service, for the visitors of the playground. */
export interface ExchangeLog {
  /** Sends like the global `fetch`, and keeps a masked copy while `record` runs. */
  readonly fetch: typeof fetch;
  /** Keeps what is sent during the call as the last exchange of the session. */
  record<Result>(session: Session, act: () => Promise<Result>): Promise<Result>;
  /** @returns the last exchange of the session, or null */
  find(session: Session): Exchange | null;
}

/** @returns the log, empty; it forgets a session together with the session */
export function createExchangeLog(): ExchangeLog {
  const current = new AsyncLocalStorage<Session>();
  const exchanges = new WeakMap<Session, Exchange>();
  return {
    async fetch(input, init) {
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
    record: (session, act) => current.run(session, act),
    find: (session) => exchanges.get(session) ?? null,
  };
}

function describeRequest({ method, url, headers }: Request) {
  return { method, url, headers: Object.fromEntries(headers) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: nothing to show, and the parser's error would quote it.
    return null;
  }
}
