/** Keeps the modal above an on-screen keyboard. Most browsers lay it over the page, and a framed page gets no event. */
export function fitKeyboard({ style }: HTMLElement): () => void {
  const viewport = globalThis.visualViewport;
  const makeRoom = () => {
    // Zooming in lowers the viewport without a keyboard. Safari divides `innerHeight` by the zoom, too, so the result
    // may be negative. https://github.com/web-platform-tests/interop-2022-viewport/issues/9
    const height = viewport ? innerHeight - viewport.height * viewport.scale : 0;
    // Setting the default, instead of removing it, would make the browser compute the style of the whole modal.
    style.setProperty('--keyboard', height > 0 ? `${height}px` : '');
  };
  makeRoom();
  viewport?.addEventListener('resize', makeRoom);
  return () => viewport?.removeEventListener('resize', makeRoom);
}
