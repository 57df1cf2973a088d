import { readDocument } from './page-document.ts';

/**
 * Keeps the host's page from scrolling, without moving anything on it.
 *
 * The rules live in a style sheet of their own: the host's inline styles are never touched, and so
 * need no restoring, and two modals may let go in any order. `overflow` on `body` alone would not lock
 * reliably; a gutter where there was no scrollbar would itself shift the page.
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
