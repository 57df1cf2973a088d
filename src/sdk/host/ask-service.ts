import type { ReadonlySignal } from '@preact/signals-core';
import type { SessionState } from './phase.ts';
import { warn } from './warn.ts';

/** A page on this machine is usually ready long before. */
const silenceMs = 2000;

/**
 * Asks a service on this machine once whether it accepts connections, each time that its page stays silent
 * while a flow starts. A frame does not report a refused connection. Elsewhere the service is not asked: the
 * answer would not be clear, and browsers ask people before a page of the web may reach this machine. If it
 * accepts them, it warns of a path that is not the one of a Connect page.
 *
 * @param address - of the Connect page
 * @param onRefused - called with a message for developers when the service accepts no connection
 * @returns stops asking; idempotent
 */
export function askSilentService(
  address: URL,
  state: ReadonlySignal<SessionState>,
  onRefused: (message: string) => void,
): () => void {
  let current: SessionState['phase'] | undefined;
  let stopAsking = () => {};
  const unsubscribe = state.subscribe(({ phase }) => {
    if (phase === current) return;
    current = phase;
    stopAsking();
    if (phase.name === 'starting') stopAsking = askLater(address, onRefused);
  });
  return () => {
    unsubscribe();
    stopAsking();
  };
}

function askLater(
  { origin, pathname, search }: URL,
  onRefused: (message: string) => void,
): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const timer = setTimeout(async () => {
    let isForbidden = false;
    const handleViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      isForbidden ||= effectiveDirective === 'connect-src';
    };
    addEventListener('securitypolicyviolation', handleViolation, { signal });
    try {
      // Every answer counts, and its content is not read. The path is the usual one, because a page that other
      // origins must not read, such as the dashboard, would look like a refused connection.
      const url = `${origin}/connect`;
      await fetch(url + search, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', signal });
      if (pathname !== '/connect') warn(`no Connect page is at ${pathname}. Try ${url}.`);
    } catch {
      // A policy of the host that forbids the request is reported in a task that may come later.
      setTimeout(() => {
        if (isForbidden || signal.aborted) return;
        onRefused(`Nothing answers at ${origin}.`);
      }, 100);
    }
  }, silenceMs);
  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}
