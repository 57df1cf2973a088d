/**
 * Keeps the modal out of the area that an on-screen keyboard covers, by the custom property `--keyboard`. Most
 * browsers lay the keyboard over a page without resizing the page. A framed page gets no event, so only the modal can
 * make room.
 *
 * @see https://drafts.csswg.org/cssom-view/#the-visualviewport-interface
 */
export function fitKeyboard({ style }: HTMLElement): () => void {
  const viewport = globalThis.visualViewport;
  const makeRoom = () => {
    // When the user has zoomed in, a part of the page is invisible although no keyboard covers it.
    const seen = viewport ? viewport.height * viewport.scale : innerHeight;
    const height = innerHeight - seen;
    // Without a keyboard, the property is empty, so that the style sheet's value applies. Setting a value again would
    // recompute the style of the whole modal.
    style.setProperty('--keyboard', height ? `${height}px` : '');
  };
  makeRoom();
  viewport?.addEventListener('resize', makeRoom);
  return () => viewport?.removeEventListener('resize', makeRoom);
}
