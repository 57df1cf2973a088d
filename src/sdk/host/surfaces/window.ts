const width = 480;
const height = 720;

/**
 * Opens an empty window over the middle of this one. To be called in the user's own click or key
 * press, before anything is awaited, or browsers block it. It has no name yet: none that
 * somebody else holds can be taken for it.
 *
 * @returns the window, which whoever gets it closes; null when it was blocked
 */
export function openWindow(): Window | null {
  // Below zero on a second screen; browsers keep the window on the screen that they choose by this.
  const left = (screenX + (outerWidth - width) / 2) | 0;
  const top = (screenY + (outerHeight - height) / 2) | 0;
  return open('', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`);
}
