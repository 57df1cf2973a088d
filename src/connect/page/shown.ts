/**
 * Reports whether an element is visible, after the first measurement and each change. A hidden frame has no layout, so
 * this also shows whether the host displays the page.
 *
 * @param share - the part that must be in view. With heavy zoom, the whole element may not fit the viewport
 * @see https://w3c.github.io/IntersectionObserver/
 */
export function watchShown(
  element: Element,
  share: 'any' | 'half',
  onChange: (isShown: boolean) => void,
): () => void {
  let isInView = false;
  const report = () => onChange(isInView && document.visibilityState === 'visible');
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1);
      // In some engines, `isIntersecting` is true for a single row of pixels, whatever the threshold.
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
