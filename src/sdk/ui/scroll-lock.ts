import { readDocument } from './page-document.ts';

/**
 * Keeps the host's page from scrolling, without moving anything on it.
 *
 * The rules are in a separate style sheet. The host's inline styles are never changed, so they need no
 * restoring, and two modals may unlock in any order. `overflow` on `body` alone does not lock reliably.
 * A gutter where there was no scrollbar would shift the page.
 *
 * @returns undoes it and scrolls back to where the page was; idempotent
 * @see https://drafts.csswg.org/css-overflow/#scrollbar-gutter-property
 */
export function lockScroll(): () => void {
  const x = scrollX;
  const y = scrollY;
  const hasScrollbar = innerWidth > readDocument('documentElement').clientWidth;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `html{overflow:hidden!important;${hasScrollbar ? 'scrollbar-gutter:stable!important' : ''}}`,
  );
  const sheets = readDocument('adoptedStyleSheets');
  sheets.push(sheet);
  return () => {
    const index = sheets.indexOf(sheet);
    if (index < 0) return;
    sheets.splice(index, 1);
    // `instant`: the host may have made scrolling smooth.
    scrollTo({ left: x, top: y, behavior: 'instant' });
  };
}
