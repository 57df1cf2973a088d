/** What the guard looks at; a browser's own, or a test's. */
export interface KeyboardSurroundings {
  /** `window.visualViewport`: what is left of the window above an on-screen keyboard. */
  readonly viewport: Pick<
    VisualViewport,
    'height' | 'offsetTop' | 'scale' | 'addEventListener' | 'removeEventListener'
  >;
  readonly document: Document;
  /** Of the window, CSS pixels; a keyboard does not change it in every browser. */
  readonly readHeight: () => number;
  readonly scrollBy: (top: number) => void;
}

/** Room between the keyboard and what stays in view, CSS pixels. */
const gap = 12;

/**
 * Keeps the focused field and the button of its form in view above an on-screen keyboard. Browsers
 * show the field alone, and some let a keyboard lie over a page that has no room left to scroll.
 *
 * @param surroundings - the browser
 * @returns stops it
 * @see https://drafts.csswg.org/cssom-view/#the-visualviewport-interface
 */
export function guardAgainstKeyboard(surroundings: KeyboardSurroundings): () => void {
  const { viewport, document } = surroundings;
  const handleChange = () => makeRoom(surroundings);
  viewport.addEventListener('resize', handleChange);
  document.addEventListener('focusin', handleChange);
  return () => {
    viewport.removeEventListener('resize', handleChange);
    document.removeEventListener('focusin', handleChange);
  };
}

function makeRoom({ viewport, document, readHeight, scrollBy }: KeyboardSurroundings): void {
  // What a user has zoomed into is for the user to move.
  const covered = viewport.scale === 1 ? Math.max(0, readHeight() - viewport.height) : 0;
  document.documentElement.style.setProperty('--keyboard', `${Math.round(covered)}px`);
  const field = document.activeElement;
  if (covered === 0 || !(field instanceof HTMLInputElement)) return;
  const button = field.form?.querySelector('[type=submit]') ?? field;
  const top = viewport.offsetTop + gap;
  const bottom = viewport.offsetTop + viewport.height - gap;
  const hidden = button.getBoundingClientRect().bottom - bottom;
  const fieldTop = field.getBoundingClientRect().top;
  // Down until the button is in view, but the field is worth more; up when it is above the edge.
  if (fieldTop < top) scrollBy(fieldTop - top);
  else if (hidden > 0) scrollBy(Math.min(hidden, fieldTop - top));
}
