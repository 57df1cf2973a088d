const width = 480;
const height = 720;

/**
 * Opens an empty window over the middle of this one. To be called in the user's own click or key
 * press, before anything is awaited, or browsers block it. It has no name yet, so it
 * never reuses a window that another page has opened.
 *
 * @returns the window, which the caller closes; null when it was blocked
 */
export function openWindow(): Window | null {
  // Below zero on a second screen; browsers keep the window on the screen that they choose by this.
  const left = (screenX + (outerWidth - width) / 2) | 0;
  const top = (screenY + (outerHeight - height) / 2) | 0;
  return open('', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`);
}
