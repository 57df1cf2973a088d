import type { Handoff } from '../../../protocol/brands.ts';
import { createId } from '../../open/create-id.ts';
import { createElement } from './frame.ts';

/** A popup that is loading the Connect page. */
export interface OpenedPopup {
  readonly window: Window;
  /** The one-time secret in the popup's address, by which the page of a popup that is cut off finds its flow. */
  readonly handoff: Handoff;
}

/**
 * Opens a popup over the middle of this window, and takes it to the Connect page. Call it in the user's own click or
 * key press, before any `await`; otherwise browsers block it.
 *
 * A click on a link to the same address follows in the same task and replaces the popup's first navigation. Only a
 * link can tell the service the host's origin under any referrer policy of the host. The service usually gets one
 * request, but Chromium 156 was measured to send both now and then. The popup is not opened empty, because WebKitGTK
 * 2.50 would cut it off from a host with `Cross-Origin-Opener-Policy: same-origin-allow-popups`.
 *
 * @returns the popup, which the caller closes; null when the browser blocked it
 * @see https://html.spec.whatwg.org/multipage/interaction.html#tracking-user-activation
 */
export function openPopup(address: URL): OpenedPopup | null {
  // A handoff has 43 characters. Importing `createToken` for it would make the build add a file.
  const handoff = createId(43) as Handoff;
  const href = `${address}#handoff=${handoff}`;
  // Both positions may be negative on a second screen. Browsers choose the popup's screen by them.
  // https://drafts.csswg.org/cssom-view/#the-features-argument-to-the-open()-method
  const left = (screenX + (outerWidth - 480) / 2) | 0;
  const top = (screenY + (outerHeight - 720) / 2) | 0;
  // The window's name is unguessable. Otherwise the link might open in a window of another page with the same name.
  const target = createId();
  const window = open(href, target, `popup,width=480,height=720,left=${left},top=${top}`);
  if (!window) return null;
  Object.assign(createElement('a'), { href, target, referrerPolicy: 'origin' }).click();
  return { window, handoff };
}
