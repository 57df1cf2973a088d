import { isMessageFrom } from '../../channel/origin.ts';
import type { Surface } from './surface.ts';

/** The events of a surface that matter to a flow. */
export interface SurfaceHandlers {
  /** The surface's own window spoke, showing a document of the Connect origin. */
  onMessage(data: unknown, source: Window): void;
  /** A document finished loading; it proves nothing about which one. */
  onLoad(): void;
  /** The host's own content security policy refused the surface. */
  onBlocked(): void;
}

/**
 * Checks every event of a surface, and drops those that are not certainly about it.
 *
 * @param surface - whose events
 * @param handlers - receive them
 */
export function watchSurface(surface: Surface, handlers: SurfaceHandlers): void {
  const { origin } = surface.address;
  surface.listen((event) => {
    if (!event.isTrusted) return;
    if (event instanceof MessageEvent) {
      const source = surface.window;
      if (!source || !isMessageFrom(event, source, origin)) return;
      // No Connect page sends a port to a window, so this one is not used.
      for (const port of event.ports) port.close();
      handlers.onMessage(event.data, source);
    } else if (!(event instanceof SecurityPolicyViolationEvent)) handlers.onLoad();
    else if (isViolationOf(event, surface.address)) handlers.onBlocked();
  });
}

/**
 * The browser names the blocked address in full or by its origin. A report-only policy blocks nothing.
 *
 * @see https://www.w3.org/TR/CSP3/#strip-url-for-use-in-reports
 */
function isViolationOf(event: SecurityPolicyViolationEvent, address: URL): boolean {
  const { effectiveDirective, disposition, blockedURI } = event;
  return (
    effectiveDirective === 'frame-src' &&
    disposition === 'enforce' &&
    address.href.startsWith(blockedURI)
  );
}
