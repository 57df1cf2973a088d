import type { Handoff } from '../../protocol/brands.ts';
import { createId } from '../create-id.ts';
import { createElement } from './frame.ts';

/** A popup on its way to the Connect page. */
export interface OpenedPopup {
  readonly window: Window;
  /** The one-time secret in the popup's address. Its page uses it to find the flow again. */
  readonly handoff: Handoff;
}

/**
 * Opens a popup over the middle of this window, and takes it to the Connect page. Call it in the user's own
 * click or key press, before any `await`; otherwise browsers block it.
 *
 * A link follows in the same task, and replaces the first navigation. The service usually gets one request, and
 * Chromium 156 was measured to send both now and then. Only a link can tell the service the host's origin
 * whatever the host's own referrer policy is. But WebKitGTK 2.50 cuts a popup that opens empty off from a
 * host with `Cross-Origin-Opener-Policy: same-origin-allow-popups`.
 *
 * @param address - full address of the Connect page
 * @returns the popup, which the caller closes; null when it was blocked
 * @see https://html.spec.whatwg.org/multipage/interaction.html#tracking-user-activation
 */
export function openPopup(address: URL): OpenedPopup | null {
  // Not by `createToken`, which is in the session's chunk: a part that both share would be a further file.
  const handoff = createId(43) as Handoff;
  const href = `${address}#handoff=${handoff}`;
  // Negative on a second screen. Browsers choose the screen by it, and keep the popup on that screen.
  // https://drafts.csswg.org/cssom-view/#the-features-argument-to-the-open()-method
  const left = (screenX + (outerWidth - 480) / 2) | 0;
  const top = (screenY + (outerHeight - 720) / 2) | 0;
  // Unguessable, or the link might open in a window of another page.
  const target = createId();
  const window = open(href, target, `popup,width=480,height=720,left=${left},top=${top}`);
  if (!window) return null;
  Object.assign(createElement('a'), { href, target, referrerPolicy: 'origin' }).click();
  return { window, handoff };
}
