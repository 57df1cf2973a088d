/**
 * Runs in a page, so it may use only the page's globals.
 *
 * @returns the visible and stored contents of a document: its markup with shadow roots, its address and its
 *   storage
 */
export function readDocument(): string {
  const readTree = (root: Document | ShadowRoot): string =>
    [...root.querySelectorAll('*')]
      .flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot] : []))
      .map(readTree)
      .concat([...root.children].map(({ outerHTML }) => outerHTML))
      .join('\n');
  const kept = [location.href, document.cookie, history.state, window.name];
  const storages = [localStorage, sessionStorage].map((storage) => ({ ...storage }));
  return JSON.stringify([readTree(document), kept, storages]);
}
