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
 * Takes a window to the Connect page. The window starts empty, and a link leads it there. A form leads a
 * window there that is going to be cut off from this page.
 *
 * @param address - full address of the Connect page
 * @param window - the window, still empty; null when it was blocked
 * @param isApart - whether it is going to be cut off
 * @returns the surface, whose `close` must be called
 */
export function createPopupSurface(
  address: URL,
  window: Window | null,
  isApart = false,
): PopupSurface {
  const handoff = createToken<Handoff>();
  let stop = () => {};
  // Without this check, a closed window would be opened again, as a tab.
  if (window && !window.closed) {
    const href = `${address}#handoff=${handoff}`;
    if (isApart) postForm(window, href);
    else followLink(window, href);
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

function followLink(window: Window, href: string): void {
  // The name must be unguessable, or the link might open in another window. Names that begin with `_` are
  // special.
  const target = `t${createToken()}`;
  window.name = target;
  const link = readDocument('createElement').call(document, 'a');
  Object.assign(link, { href, target, referrerPolicy: 'origin' }).click();
}

/**
 * The browser tells the service the origin of a page that posts a form. A link among the host's content can
 * lead a window to the Connect page too, but it never posts. The form is in the window's empty document,
 * which has this page's origin: there it changes nothing that the host sees, and the host's own referrer
 * policy, which may hide the origin, can be replaced.
 *
 * @see https://fetch.spec.whatwg.org/#append-a-request-origin-header
 */
function postForm(window: Window, href: string): void {
  const { document } = window;
  const policy = document.createElement('meta');
  Object.assign(policy, { name: 'referrer', content: 'origin' });
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: href });
  document.head.append(policy);
  document.body.append(form);
  // The host's `form-action` does not allow Connect. A window that is not cut off after all needs no form.
  document.addEventListener('securitypolicyviolation', () => followLink(window, href));
  form.submit();
}

/**
 * A page without an opener is told to close itself, because Chromium 156 was measured to log an error here.
 */
function closeReachable(window: Window | null): void {
  if (window?.opener) window.close();
}
