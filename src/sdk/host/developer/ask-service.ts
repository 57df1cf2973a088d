import type { ReadonlySignal } from '@preact/signals-core';
import type { SessionState } from '../session/phase.ts';
import type { DeveloperContext } from '../session/session-context.ts';
import { warn } from './warn.ts';

/** A page is usually ready long before this time. */
const silenceMs = 2000;

/**
 * Explains to a developer why the Connect page stays silent, each time while a flow starts.
 *
 * A frame reports neither a refused connection nor a status. So a service on this machine is asked once. Other
 * services are not asked: the answer would not be clear, and browsers ask people before a page of the web may reach
 * this machine.
 *
 * @param onRefused - called with a message for developers when the service on this machine cannot be reached
 * @returns stops; idempotent
 */
export function explainSilence(
  context: DeveloperContext,
  state: ReadonlySignal<SessionState>,
  onRefused: (message: string) => void,
): () => void {
  let current: SessionState['phase'] | undefined;
  let stopAsking = () => {};
  const unsubscribe = state.subscribe(({ phase }) => {
    if (phase === current) return;
    current = phase;
    stopAsking();
    if (phase.name === 'starting') stopAsking = explainLater(context, onRefused);
  });
  return () => {
    unsubscribe();
    stopAsking();
  };
}

function explainLater(
  { settings, isLoopback }: DeveloperContext,
  onRefused: (message: string) => void,
): () => void {
  const { address } = settings;
  const abort = new AbortController();
  const { signal } = abort;
  const timer = setTimeout(() => {
    if (isLoopback(location.hostname) && isLoopback(address.hostname)) {
      void askService(address, signal, onRefused);
    } else {
      const causes = [...listBlockingPolicies(address), ...listRefusals()];
      warn(`${address.origin} is silent. ${describe(causes)}`);
    }
  }, silenceMs);
  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}

async function askService(
  address: URL,
  signal: AbortSignal,
  onRefused: (message: string) => void,
): Promise<void> {
  const { origin, pathname, search } = address;
  let isForbidden = false;
  const handleViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    isForbidden ||= effectiveDirective === 'connect-src';
  };
  addEventListener('securitypolicyviolation', handleViolation, { signal });
  try {
    // Any response shows that the service can be reached, and its content is not read. The usual path is used,
    // because a page that other origins must not read, such as the dashboard, would look like a refused connection.
    const url = `${origin}/connect`;
    await fetch(url + search, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', signal });
    if (pathname !== '/connect') warn(`no Connect page is at ${pathname}. Try ${url}.`);
    else warn(`${url} answers, but its page is silent here. ${describe(listRefusals())}`);
  } catch {
    // If a policy of the host forbids the request, the report may come in a later task.
    setTimeout(() => {
      if (isForbidden || signal.aborted) return;
      onRefused(`The browser cannot reach ${origin}. ${describe(listBlockingPolicies(address))}`);
    }, 100);
  }
}

const extension = 'an extension blocks it, such as an ad blocker';

/** Lists why the browser cannot reach a service. */
function listBlockingPolicies({ protocol }: URL): readonly string[] {
  const isMixed = location.protocol === 'https:' && protocol === 'http:';
  return [
    isMixed ? 'a page on https cannot use a service on http' : '',
    'the service does not run',
    extension,
    // WebKitGTK 2.50 was measured to turn http://localhost into https; Chromium 156 and Firefox 153 do not.
    "this page's policy has upgrade-insecure-requests",
  ];
}

/** Lists why a page in a frame may stay silent although its service runs. */
function listRefusals(): readonly string[] {
  const { host } = location;
  return [
    host.startsWith('[')
      ? `no policy can allow ${host} as a host: open this page as localhost`
      : '',
    `${location.hostname} has too many cookies (431): delete them`,
    extension,
    `${location.origin} is not registered as an embedding origin`,
  ];
}

function describe(causes: readonly string[]): string {
  const known = causes.filter(Boolean);
  return `Likely causes, in this order: ${known.join('; ')}. See the Network panel.`;
}
