import { isMessageFrom } from '../../../channel/origin.ts';
import type { Surface } from './surface.ts';

/** The events of a surface that matter to a flow. */
export interface SurfaceHandlers {
  /** The surface's own window sent a message, from a document of the Connect origin. */
  onMessage(data: unknown, source: Window): void;
  /** A document has finished loading. It may be any document. */
  onLoad(): void;
  /** The host's own Content Security Policy blocked the surface. */
  onBlocked(): void;
}

/**
 * Checks every event of a surface, and drops events that may belong to another one.
 *
 * @param handlers - receive the surface's events
 */
export function watchSurface(surface: Surface, handlers: SurfaceHandlers): void {
  const { origin } = surface.address;
  surface.listen((event) => {
    if (!event.isTrusted) return;
    if (event instanceof MessageEvent) {
      const source = surface.window;
      if (!source || !isMessageFrom(event, source, origin)) return;
      // The Connect page never sends a port to a window, so a foreign one is closed.
      for (const port of event.ports) port.close();
      handlers.onMessage(event.data, source);
    } else if (!(event instanceof SecurityPolicyViolationEvent)) handlers.onLoad();
    else if (isViolationOf(event, surface.address)) handlers.onBlocked();
  });
}

/**
 * Compares addresses in both forms, because a browser reports the blocked address in full or only its origin. A
 * report-only policy blocks nothing.
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
