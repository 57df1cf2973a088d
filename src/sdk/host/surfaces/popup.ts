import type { OpenedPopup } from './open-popup.ts';
import type { Surface } from './surface.ts';

/** A popup. */
export interface PopupSurface extends Surface, Pick<OpenedPopup, 'handoff'> {}

/**
 * @param address - full address of the Connect page
 * @param opened - the popup on its way there
 * @returns the surface, whose `close` must be called
 */
export function createPopupSurface(address: URL, { window, handoff }: OpenedPopup): PopupSurface {
  let stop = () => {};
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
function closeReachable(window: Window): void {
  if (window.opener) window.close();
}
