import type {
  ConnectSession,
  MountedSelector,
  OpenOptions,
  PreloadOptions,
  SelectorOptions,
} from '../host/api.ts';
import { forwardCode } from '../host/open/forward-code.ts';
import { parseOptions } from '../host/open/options.ts';
import { redirectUrl } from '../host/open/redirect.ts';
import type { TaxConnect } from '../host/open/tax-connect.ts';
import { version } from '../host/open/version.ts';
import { ConnectError } from '../protocol/errors.ts';
import { createFakeSession, type FakeSession } from './fake-session.ts';

/** A fake of the SDK that draws nothing. The test acts as the user. */
export interface FakeConnect {
  /** Replaces the module `tax-connect`: the same exports, checks and `ConnectError`. */
  readonly module: FakeModule;
  /** The session from the last call of `open`. @throws Error when `open` was not called since the last `reset` */
  readonly last: FakeSession;
  /** Every session since the last `reset`, oldest first. */
  readonly sessions: readonly FakeSession[];
  /** Every selector that the application has mounted since the last `reset`, oldest first. */
  readonly selectors: readonly FakeSelector[];
  /** The address of the last call of `redirect`; null when `redirect` was not called since the last `reset`. */
  readonly redirectedTo: URL | null;
  /** Defines the global `TaxConnect` of the script tag. @returns a function that removes the global */
  install(): () => void;
  /** Ends an open session, and forgets all sessions, selectors and redirects. Call it after each test. */
  reset(): void;
}

/** A selector that the application has mounted in its page with `mountSelector`. */
export interface FakeSelector {
  readonly element: Element;
  readonly options: SelectorOptions;
  readonly isMounted: boolean;
  /** The user picks a provider, which opens Connect. */
  pick(providerId: string): FakeSession;
}

/** The exports of the module `tax-connect`. `TaxConnect` is the object that the script tag makes global. */
type FakeModule = typeof TaxConnect & {
  readonly TaxConnect: typeof TaxConnect;
  readonly ConnectError: typeof ConnectError;
};

const sessions: FakeSession[] = [];
const selectors: FakeSelector[] = [];
/** A second `mountSelector` with an element removes its selector. */
const unmounts = new WeakMap<Element, () => void>();
let current: ReturnType<typeof createFakeSession> | undefined;
let redirectedTo: URL | null = null;

function open(options: OpenOptions, onStart?: () => void): ConnectSession {
  const settings = parseOptions(options, 'clientId', 'onSuccess');
  if (current) {
    current.showAgain();
    return current.fake.session;
  }
  onStart?.();
  const created = createFakeSession(settings, () => {
    current = undefined;
  });
  current = created;
  sessions.push(created.fake);
  if (settings.signal?.aborted) created.end('aborted');
  return created.fake.session;
}

/** The message of `last`. Vitest mocks imports inside a package only with the setting `server.deps.inline`. */
const uncalled =
  'fakeConnect: open has not been called yet, or the real SDK was. ' +
  "With tax-connect/react, /vue or /svelte, Vitest needs server.deps.inline: ['tax-connect'].";

function preload(options: PreloadOptions): () => void {
  parseOptions(options, 'clientId');
  return () => {};
}

function mountSelector(element: Element, options: SelectorOptions): MountedSelector {
  parseOptions({ ...options, element }, 'clientId', 'onSuccess', 'element');
  const { placeholder: _, ...own } = options;
  let picked: FakeSession | undefined;
  const selector = {
    element,
    options,
    isMounted: !options.signal?.aborted,
    pick(provider: string) {
      open({ ...own, provider });
      picked = fakeConnect.last;
      return picked;
    },
  };
  selectors.push(selector);
  const unmount = () => {
    selector.isMounted = false;
  };
  if (selector.isMounted) {
    unmounts.get(element)?.();
    unmounts.set(element, unmount);
  }
  options.signal?.addEventListener('abort', unmount);
  return {
    get session() {
      return picked && picked === current?.fake ? picked.session : null;
    },
    unmount,
  };
}

const functions: typeof TaxConnect = {
  open,
  preload,
  mountSelector,
  redirect(options) {
    redirectedTo = redirectUrl(options);
  },
  redirectUrl,
  forwardCode,
  shieldEvents: () => () => {},
  version,
};

/**
 * The fake of the SDK. Each module graph has a separate fake, as with the real module.
 *
 * @example
 * ```ts
 * import { fakeConnect } from 'tax-connect/testing/fake';
 * import { afterEach, expect, it, vi } from 'vitest';
 *
 * vi.mock('tax-connect', async () => {
 *   const fake = await import('tax-connect/testing/fake');
 *   return fake.fakeConnect.module;
 * });
 * afterEach(() => fakeConnect.reset());
 *
 * it('shows the connection', async () => {
 *   document.querySelector('button')?.click();
 *   await fakeConnect.last.succeed('code');
 *   expect(document.body.textContent).toContain('Connected');
 * });
 * ```
 */
export const fakeConnect: FakeConnect = {
  module: { ...functions, TaxConnect: functions, ConnectError },
  get last() {
    const last = sessions.at(-1);
    if (!last) throw new Error(uncalled);
    return last;
  },
  get sessions() {
    return [...sessions];
  },
  get selectors() {
    return [...selectors];
  },
  get redirectedTo() {
    return redirectedTo;
  },
  install() {
    Reflect.set(globalThis, 'TaxConnect', { ...functions, ConnectError });
    return () => void Reflect.deleteProperty(globalThis, 'TaxConnect');
  },
  reset() {
    current?.end('closed');
    sessions.length = 0;
    selectors.length = 0;
    redirectedTo = null;
  },
};
