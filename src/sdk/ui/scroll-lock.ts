import { readDocument } from './page-document.ts';
import { adoptStyles } from './styles.ts';

/**
 * A media query for the windows that the modal does not fill, with the limits in `modal.css`. In other windows the
 * modal covers the page, so a shift of the page is not visible, and a gutter would be a strip that the modal does not
 * cover.
 */
const besideModal = '(min-width:480.1px) and (min-height:480.1px)';

/**
 * Keeps the host's page from scrolling, without moving any of its content.
 *
 * The rules are in a separate style sheet. The host's inline styles are never changed, so they need not be restored,
 * and two modals may unlock in any order. `overflow` on `body` alone does not lock reliably. A gutter replaces the
 * width of the scrollbar. On a page without a scrollbar, a gutter would shift the page.
 *
 * @returns a function that unlocks, and scrolls back to the earlier position if the host still shows the same view;
 *   idempotent
 * @see https://drafts.csswg.org/css-overflow/#scrollbar-gutter-property
 */
export function lockScroll(): () => void {
  const x = scrollX;
  const y = scrollY;
  const place = readPlace();
  const hasScrollbar = innerWidth > readDocument('documentElement').clientWidth;
  const sheets = readDocument('adoptedStyleSheets');
  const sheet = adoptStyles(
    sheets,
    `html{overflow:hidden!important}${hasScrollbar ? `@media ${besideModal}{html{scrollbar-gutter:stable!important}}` : ''}`,
  );
  return () => {
    const index = sheets.indexOf(sheet);
    if (index < 0) return;
    sheets.splice(index, 1);
    // If the host now shows another view, the scroll position of that view is kept.
    if (place !== readPlace()) return;
    // `instant`, because the host may have made scrolling smooth.
    scrollTo({ left: x, top: y, behavior: 'instant' });
  };
}

/** @returns a text that differs between two views of the host's page, even when both have the same address */
function readPlace(): string {
  return location.href + readDocument('documentElement').scrollHeight;
}
