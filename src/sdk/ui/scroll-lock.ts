import { readDocument } from './page-document.ts';
import { adoptStyles } from './styles.ts';

/**
 * The windows in which the modal is smaller than the page, as in `modal.css`. In other windows the modal covers the
 * page, so a shift of the page is not visible. They get no gutter, because the modal would not cover it.
 */
const besideModal = '(min-width:480.1px) and (min-height:480.1px)';

/**
 * Keeps the host's page from scrolling, without moving any of its content.
 *
 * The rules are in a separate style sheet. The host's inline styles are never changed, so they need not be
 * restored, and two modals may unlock in any order. `overflow` on `body` alone does not lock reliably. A gutter on
 * a page without a scrollbar would shift the page.
 *
 * @returns unlocks, and scrolls back to the previous position if the host shows the same view; idempotent
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
    // The host shows another view, which has its own position.
    if (place !== readPlace()) return;
    // `instant`, because the host may have made scrolling smooth.
    scrollTo({ left: x, top: y, behavior: 'instant' });
  };
}

/** @returns a text that differs between two views of the host's page, even when both have the same address */
function readPlace(): string {
  return location.href + readDocument('documentElement').scrollHeight;
}
