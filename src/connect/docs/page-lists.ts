/**
 * Shows the link of the current page in the lists of all pages, which scroll by themselves. In a narrow window, the list
 * is a drawer over the text, and closes as soon as the reader turns to anything else.
 *
 * @see https://www.w3.org/WAI/WCAG22/Understanding/focus-not-obscured-minimum.html
 */
export function startPageLists(root: Document): void {
  showCurrentPage(root.querySelector('.columns > .pages'));
  const drawer = root.querySelector<HTMLDetailsElement>('.menu');
  if (!drawer) return;

  drawer.addEventListener('toggle', () => showCurrentPage(drawer.querySelector('.pages')));
  root.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !drawer.open) return;
    drawer.open = false;
    drawer.querySelector('summary')?.focus();
  });
  // Safari on iPhones reports no click when the reader taps plain text.
  for (const type of ['pointerdown', 'focusin']) {
    root.addEventListener(type, ({ target }) => {
      if (target instanceof Node && !drawer.contains(target)) drawer.open = false;
    });
  }
}

function showCurrentPage(list: Element | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current]');
  if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}
