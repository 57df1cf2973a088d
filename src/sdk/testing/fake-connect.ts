import type { ConnectSession, OpenOptions, PreloadOptions } from '../host/api.ts';
import { forwardCode } from '../host/forward-code.ts';
import { parseOptions } from '../host/options.ts';
import { type RedirectOptions, redirectUrl } from '../host/redirect.ts';
import { version } from '../host/version.ts';
import { ConnectError } from '../protocol/errors.ts';
import { createFakeSession, type FakeSession } from './fake-session.ts';

/** Opens nothing; a test says what the user does. */
export interface FakeConnect {
  /** Stands in for the module `tax-connect`: the same exports, checks and `ConnectError`. */
  readonly module: FakeModule;
  /**
   * The session that `open` started last.
   *
   * @throws Error when nothing has called `open` since the last `reset`
   */
  readonly last: FakeSession;
  /** Every session since the last `reset`, the first one first. */
  readonly sessions: readonly FakeSession[];
  /** Where `redirect` would have gone last; null when it was not called. */
  readonly redirectedTo: URL | null;
  /**
   * Defines the global `TaxConnect` of the script tag.
   *
   * @returns takes it away again
   */
  install(): () => void;
  /** Ends an open session and forgets everything; call it after each test. */
  reset(): void;
}

/** What `tax-connect` exports. */
interface FakeModule {
  readonly TaxConnect: Omit<FakeModule, 'TaxConnect' | 'ConnectError'>;
  open(options: OpenOptions): ConnectSession;
  preload(options: PreloadOptions): () => void;
  redirect(options: RedirectOptions): void;
  readonly redirectUrl: typeof redirectUrl;
  readonly forwardCode: typeof forwardCode;
  readonly version: string;
  readonly ConnectError: typeof ConnectError;
}

const sessions: FakeSession[] = [];
let current: FakeSession | undefined;
let redirectedTo: URL | null = null;

function open(options: OpenOptions): ConnectSession {
  const settings = parseOptions(options, 'clientId', 'onSuccess');
  if (current) return current.session;
  current = createFakeSession(settings, () => {
    current = undefined;
  });
  sessions.push(current);
  return current.session;
}

function preload(options: PreloadOptions): () => void {
  parseOptions(options, 'clientId');
  return () => {};
}

function redirect(options: RedirectOptions): void {
  redirectedTo = redirectUrl(options);
}

const functions = { open, preload, redirect, redirectUrl, forwardCode, version };

/** The fake; one for each module graph, as the real module is. */
export const fakeConnect: FakeConnect = {
  module: { ...functions, TaxConnect: functions, ConnectError },
  get last() {
    const last = sessions.at(-1);
    if (!last) throw new Error('fakeConnect: nothing has called open yet.');
    return last;
  },
  get sessions() {
    return [...sessions];
  },
  get redirectedTo() {
    return redirectedTo;
  },
  install() {
    Reflect.set(globalThis, 'TaxConnect', functions);
    return () => void Reflect.deleteProperty(globalThis, 'TaxConnect');
  },
  reset() {
    current?.session.close();
    sessions.length = 0;
    redirectedTo = null;
  },
};
