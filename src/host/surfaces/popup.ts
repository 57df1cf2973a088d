import { createToken } from '../random-token.ts';
import { createElement } from './create-element.ts';
import { keepEvents } from './event-keeper.ts';
import type { Surface } from './surface.ts';

/** A window of its own. */
export interface PopupSurface extends Surface {
  readonly kind: 'popup';
  /** The one-time secret in the window's address by which its page finds the flow again. */
  readonly handoff: string;
}

const width = 480;
const height = 720;

/**
 * Opens the Connect page in a window over the middle of this one. To be called in the user's own
 * click or key press, before anything is awaited, or browsers block it.
 *
 * The window starts empty, and a link takes it to the page: only a link can say that the service
 * is to learn the host's origin, whatever the host's own referrer policy is.
 *
 * @param address - full address of the Connect page
 * @returns the surface, whose `close` must be called; its window is null when it was blocked
 */
export function openPopupSurface(address: URL): PopupSurface {
  const handoff = createToken();
  // A name that nobody can guess: a window that somebody else holds by that name would be taken.
  const name = `t${createToken()}`;
  const left = Math.max(0, screenX + (outerWidth - width) / 2) | 0;
  const top = Math.max(0, screenY + (outerHeight - height) / 2) | 0;
  const { listen, close } = keepEvents('message');
  const place = `popup,width=${width},height=${height},left=${left},top=${top}`;
  const opened = open('', name, place);
  const popup = opened?.opener === window ? opened : null;
  if (popup) {
    const link = createElement('a');
    link.href = `${address}#handoff=${handoff}`;
    link.target = name;
    link.referrerPolicy = 'origin';
    link.click();
  }
  return {
    kind: 'popup',
    address,
    handoff,
    window: popup,
    listen,
    close() {
      close();
      // In vain once the page has let go of its opener; then it is told, and closes itself.
      popup?.close();
    },
  };
}
