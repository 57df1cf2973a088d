/**
 * Makes code, tables and charts focusable if they are wider than the page, so that the arrow keys can scroll them.
 * Narrower ones stay out of the tab order.
 *
 * @see https://www.w3.org/WAI/WCAG22/Understanding/keyboard.html
 */
export function makeScrollersFocusable(root: Document): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) updateFocus(target);
  });
  for (const scroller of root.querySelectorAll('.code pre, .table, .chart'))
    observer.observe(scroller);
}

function updateFocus(scroller: Element): void {
  if (scroller.scrollWidth > scroller.clientWidth) scroller.setAttribute('tabindex', '0');
  else scroller.removeAttribute('tabindex');
}
