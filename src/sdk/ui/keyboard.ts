/**
 * Leaves out of the modal what an on-screen keyboard covers: most browsers lay it over a page and do not make
 * the page smaller. A page in a frame hears nothing of it, so only the modal can make room.
 *
 * @param host - gets the custom property `--keyboard`
 * @returns stops it
 * @see https://drafts.csswg.org/cssom-view/#the-visualviewport-interface
 */
export function fitKeyboard({ style }: HTMLElement): () => void {
  const viewport = globalThis.visualViewport;
  const makeRoom = () => {
    // What a user has zoomed into is not covered.
    const seen = viewport ? viewport.height * viewport.scale : innerHeight;
    style.setProperty('--keyboard', `${innerHeight - seen}px`);
  };
  makeRoom();
  viewport?.addEventListener('resize', makeRoom);
  return () => viewport?.removeEventListener('resize', makeRoom);
}
