/**
 * Keeps the modal out of the area that an on-screen keyboard covers: sets the custom property `--keyboard` of the
 * modal's element to the height of the keyboard. Most browsers lay the keyboard over a page without resizing the page.
 * A framed page gets no event, so only the modal can make room.
 *
 * @see https://drafts.csswg.org/cssom-view/#the-visualviewport-interface
 */
export function fitKeyboard({ style }: HTMLElement): () => void {
  const viewport = globalThis.visualViewport;
  const makeRoom = () => {
    // The height is multiplied by the zoom factor. After zooming in, the viewport is lower, although no keyboard covers
    // the page. Safari divides `innerHeight` by that factor, too, so the difference may be negative.
    // https://github.com/web-platform-tests/interop-2022-viewport/issues/9
    const height = viewport ? innerHeight - viewport.height * viewport.scale : 0;
    // Without a keyboard, the property is removed, so that the style sheet's value applies. Setting that value instead
    // would make the browser compute the style of the whole modal.
    style.setProperty('--keyboard', height > 0 ? `${height}px` : '');
  };
  makeRoom();
  viewport?.addEventListener('resize', makeRoom);
  return () => viewport?.removeEventListener('resize', makeRoom);
}
