/** Runs in a page. @returns its markup with shadow roots, its address and its storage */
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
