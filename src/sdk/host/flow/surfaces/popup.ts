import type { OpenedPopup } from './open-popup.ts';
import type { Surface } from './surface.ts';

export interface PopupSurface extends Surface, Pick<OpenedPopup, 'handoff'> {}

export function createPopupSurface(address: URL, { window, handoff }: OpenedPopup): PopupSurface {
  let stop = () => {};
  return {
    address,
    handoff,
    window,
    listen(listener) {
      globalThis.addEventListener('message', listener);
      stop = () => globalThis.removeEventListener('message', listener);
    },
    close() {
      stop();
      closeReachable(window);
      // Chromium ignores the first call while another document is loading in the popup (measured in Chromium 156).
      setTimeout(() => closeReachable(window), 1000);
    },
  };
}

/** Closes the popup if its page has an opener. Others close themselves, and Chromium 156 would log an error here. */
function closeReachable(window: Window): void {
  if (window.opener) window.close();
}
