/** How much of an element must be in view before it counts as shown. */
export type ShownShare = 'any' | 'half';

/**
 * Tells whether an element can be seen. A frame that its host keeps hidden lays nothing out, so
 * this is also how the page learns that the host shows it.
 *
 * @param element - what to watch
 * @param share - `half` rather than all of it, since under heavy zoom it may not fit the viewport
 * @param onChange - called with each change, and first when the state is known
 * @returns stops watching
 * @see https://w3c.github.io/IntersectionObserver/
 */
export function watchShown(
  element: Element,
  share: ShownShare,
  onChange: (isShown: boolean) => void,
): () => void {
  let isInView = false;
  const report = () => onChange(isInView && document.visibilityState === 'visible');
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1);
      // `isIntersecting` is true for a single row of pixels in some engines, whatever the threshold.
      isInView =
        entry?.isIntersecting === true && (share === 'any' || entry.intersectionRatio >= 0.5);
      report();
    },
    { threshold: share === 'any' ? 0 : 0.5 },
  );
  observer.observe(element);
  document.addEventListener('visibilitychange', report);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', report);
  };
}
