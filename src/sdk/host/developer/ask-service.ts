import type { DeveloperContext } from '../session/session-context.ts';
import { warn } from './warn.ts';

/** A page must be silent this long before the SDK explains it, in milliseconds. A page is usually ready long before. */
const silenceMs = 2000;

/**
 * Explains in the console why a Connect page is silent. A frame reports neither a refused connection nor an HTTP
 * status. So if the page and the service are both on this machine, a request tests the service. For others, the
 * result would be ambiguous, or the browser would ask the user whether this page may reach this machine.
 */
export function explainSilence(
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

async function askService(address: URL, signal: AbortSignal, onRefused: (message: string) => void) {
  const { origin, pathname, search } = address;
  let isForbidden = false;
  const handleViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    isForbidden ||= effectiveDirective === 'connect-src';
  };
  globalThis.addEventListener('securitypolicyviolation', handleViolation, { signal });
  try {
    // Any response shows that the service runs. The configured path could be a page that other origins must not read,
    // such as the dashboard. The browser hides its response, which then looks like a refused connection.
    const url = `${origin}/connect`;
    await fetch(url + search, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', signal });
    if (pathname !== '/connect') warn(`no Connect page is at ${pathname}. Try ${url}.`);
    else warn(`${url} answers, but its page is silent. ${describe(listRefusals())}`);
  } catch {
    // If the host's content security policy blocks the request, the browser may report the violation in a later task.
    setTimeout(() => {
      if (isForbidden || signal.aborted) return;
      onRefused(`The browser cannot reach ${origin}. ${describe(listBlockingPolicies(address))}`);
    }, 100);
  }
}

const adBlocker = 'an ad blocker';

function listBlockingPolicies({ protocol }: URL): readonly string[] {
  const isMixed = location.protocol === 'https:' && protocol === 'http:';
  return [
    isMixed ? 'a page on https cannot use a service on http' : '',
    'the service does not run',
    adBlocker,
    // This makes WebKitGTK 2.50 request http://localhost by https (measured), but not Chromium 156 and Firefox 153.
    "this page's policy has upgrade-insecure-requests",
  ];
}

function listRefusals(): readonly string[] {
  const { host } = location;
  return [
    host.startsWith('[') ? `no policy can allow ${host}: open this page as localhost` : '',
    `${location.hostname} has too many cookies (431): delete them`,
    adBlocker,
    `${location.origin} is not registered as an embedding origin`,
  ];
}

function describe(causes: readonly string[]): string {
  const known = causes.filter(Boolean);
  return `Likely causes: ${known.join('; ')}. See the Network panel.`;
}
