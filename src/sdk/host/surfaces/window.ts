const width = 480;
const height = 720;

/**
 * Opens an empty window over the middle of this one. Call it in the user's own click or key press, before
 * any `await`; otherwise browsers block it. The window has no name yet, so it never reuses a window of
 * another page.
 *
 * @returns the window, which the caller closes; null when it was blocked
 * @see https://html.spec.whatwg.org/multipage/interaction.html#tracking-user-activation
 */
export function openWindow(): Window | null {
  // Negative on a second screen. Browsers choose the screen by it, and keep the window on that screen.
  // https://drafts.csswg.org/cssom-view/#the-features-argument-to-the-open()-method
  const left = (screenX + (outerWidth - width) / 2) | 0;
  const top = (screenY + (outerHeight - height) / 2) | 0;
  return open('', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`);
}
