import type { Handoff } from '../../protocol/brands.ts';
import { readDocument } from '../../ui/page-document.ts';
import { createToken } from '../random-token.ts';
import type { Surface } from './surface.ts';

/** A popup. */
export interface PopupSurface extends Surface {
  /** The one-time secret in the window's address. Its page uses it to find the flow again. */
  readonly handoff: Handoff;
}

/**
 * Takes a window to the Connect page. The window starts empty, and a link leads it there. Only a link can
 * tell the service the host's origin whatever the host's own referrer policy is.
 *
 * @param address - full address of the Connect page
 * @param window - the window, still empty; null when it was blocked
 * @returns the surface, whose `close` must be called
 */
export function createPopupSurface(address: URL, window: Window | null): PopupSurface {
  const handoff = createToken<Handoff>();
  let stop = () => {};
  // Without this check, a closed window would be opened again, as a tab.
  if (window && !window.closed) {
    // The name must be unguessable, or the link might open in another window. Names that begin with `_` are
    // special.
    const target = `t${createToken()}`;
    window.name = target;
    const href = `${address}#handoff=${handoff}`;
    const link = readDocument('createElement').call(document, 'a');
    Object.assign(link, { href, target, referrerPolicy: 'origin' }).click();
  }
  return {
    address,
    handoff,
    window,
    listen(listener) {
      addEventListener('message', listener);
      stop = () => removeEventListener('message', listener);
    },
    close() {
      stop();
      closeReachable(window);
      // Chromium ignores the first call while another document is replacing this one (measured in Chromium
      // 156).
      setTimeout(() => closeReachable(window), 1000);
    },
  };
}

/**
 * A page without an opener is told to close itself, because Chromium 156 was measured to log an error here.
 */
function closeReachable(window: Window | null): void {
  if (window?.opener) window.close();
}
