import type { Handoff } from '../../../protocol/brands.ts';
import { createId } from '../../open/create-id.ts';
import { createElement } from './frame.ts';

export interface OpenedPopup {
  readonly window: Window;
  /** The one-time secret in the popup's address, by which the page of a popup that is cut off finds its flow. */
  readonly handoff: Handoff;
}

/**
 * Opens a popup, which the caller closes; null if blocked. Call it in the user's own click or key press, before any
 * `await`: https://html.spec.whatwg.org/multipage/interaction.html#tracking-user-activation
 *
 * A click on a link to the same address replaces the popup's first navigation, because only a link tells the service
 * the host's origin under any referrer policy. Chromium 156 was measured to send both requests now and then. WebKitGTK
 * 2.50 would cut off an empty popup from a host with `Cross-Origin-Opener-Policy: same-origin-allow-popups`.
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
