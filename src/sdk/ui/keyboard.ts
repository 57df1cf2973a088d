/**
 * Keeps the modal above an on-screen keyboard, whose height `--keyboard` is. Most browsers lay the keyboard over a page
 * without resizing it. A framed page gets no event, so only the modal can make room.
 */
export function fitKeyboard({ style }: HTMLElement): () => void {
  const viewport = globalThis.visualViewport;
  const makeRoom = () => {
    // The height is multiplied by the zoom factor. After zooming in, the viewport is lower, although no keyboard covers
    // the page. Safari divides `innerHeight` by that factor, too, so the difference may be negative.
    // https://github.com/web-platform-tests/interop-2022-viewport/issues/9
    const height = viewport ? innerHeight - viewport.height * viewport.scale : 0;
    // Setting the default, instead of removing it, would make the browser compute the style of the whole modal.
    style.setProperty('--keyboard', height > 0 ? `${height}px` : '');
  };
  makeRoom();
  viewport?.addEventListener('resize', makeRoom);
  return () => viewport?.removeEventListener('resize', makeRoom);
}
