/** The least space between the field or button and the edges of the visible part, in CSS pixels. */
const gap = 12;

/**
 * Keeps the focused field and the button of its form in view above an on-screen keyboard. Browsers scroll only the
 * field into view, and some let a keyboard cover a page that cannot scroll further.
 *
 * @see https://developer.chrome.com/blog/viewport-resize-behavior
 * @see https://drafts.csswg.org/cssom-view/#the-visualviewport-interface
 */
export function guardAgainstKeyboard(viewport: VisualViewport): () => void {
  // In a frame, the viewport's `resize` event comes when the host's modal becomes smaller.
  const handleResize = () => makeRoom(viewport);
  // While no on-screen keyboard is open, the browser's own scrolling is enough.
  const handleFocus = () => {
    if (measureKeyboard(viewport) > 0) makeRoom(viewport);
  };
  viewport.addEventListener('resize', handleResize);
  document.addEventListener('focusin', handleFocus);
  return () => {
    viewport.removeEventListener('resize', handleResize);
    document.removeEventListener('focusin', handleFocus);
  };
}

/** The covered height. It is 0 while the user has zoomed in, because then the user moves the page by hand. */
function measureKeyboard({ scale, height }: VisualViewport): number {
  return scale === 1 ? Math.max(0, window.innerHeight - height) : 0;
}

function makeRoom(viewport: VisualViewport): void {
  const covered = measureKeyboard(viewport);
  document.documentElement.style.setProperty('--keyboard', `${Math.round(covered)}px`);
  const field = document.activeElement;
  if (viewport.scale !== 1 || !(field instanceof HTMLInputElement)) return;
  const button = field.form?.querySelector('[type=submit]') ?? field;
  const top = viewport.offsetTop + gap;
  const bottom = viewport.offsetTop + viewport.height - gap;
  const hidden = button.getBoundingClientRect().bottom - bottom;
  const { top: fieldTop, bottom: fieldBottom } = field.getBoundingClientRect();
  // A sticky button is always in view, but it may cover the focused field.
  const behind = button === field ? 0 : fieldBottom + gap - button.getBoundingClientRect().top;
  const missing = Math.max(hidden, behind);
  // Scrolls up to the field, or down to the button, but never moves the field out of view, because it matters more.
  if (fieldTop < top) window.scrollBy({ top: fieldTop - top });
  else if (missing > 0) window.scrollBy({ top: Math.min(missing, fieldTop - top) });
}
