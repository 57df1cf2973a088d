import { readDocument } from './page-document.ts';
import { adoptStyles } from './styles.ts';

/**
 * Keeps the host's page from scrolling, without moving its content, by a separate style sheet: two modals may unlock in
 * any order. `overflow` on `body` alone does not lock reliably. A gutter replaces a scrollbar, but not in a window that
 * the modal fills, with the limits in `modal.css`, because the modal would not cover it.
 *
 * While the `overflow` of `html` is visible, browsers apply that of `body` to the window. The lock must keep this:
 * sticky elements would stick to `body` (https://drafts.csswg.org/css-overflow/#overflow-propagation).
 */
export function lockScroll(): () => void {
  const place = readPlace();
  const root = readDocument('documentElement');
  // Pages have functions and variables of the names `scrollTo` and `scrollY`, but not these properties. In quirks mode,
  // if `html` and `body` both have `overflow`, no element scrolls the window, and its position is not restored.
  const scroller = readDocument('scrollingElement') ?? root;
  const { scrollLeft, scrollTop } = scroller;
  const sheets = readDocument('adoptedStyleSheets');
  const sheet = adoptStyles(
    sheets,
    'html{overflow:hidden!important}' +
      (getComputedStyle(root).overflow === 'visible' ? 'body{overflow:visible!important}' : '') +
      (innerWidth > root.clientWidth
        ? '@media (min-width:480.1px) and (min-height:480.1px){html{scrollbar-gutter:stable!important}}'
        : ''),
  );
  return () => {
    const index = sheets.indexOf(sheet);
    if (index < 0) return;
    // The host may have made scrolling smooth.
    sheet.replaceSync('html{scroll-behavior:auto!important}');
    // If the host now shows another view, the scroll position of that view is kept.
    if (place === readPlace()) Object.assign(scroller, { scrollLeft, scrollTop });
    sheets.splice(index, 1);
  };
}

function readPlace(): string {
  return location.href + readDocument('documentElement').scrollHeight;
}
