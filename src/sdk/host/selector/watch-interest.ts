const signs = ['pointerover', 'pointerdown', 'focusin'];

/**
 * Calls `onInterest` when an element is in view and the user focuses it or points at it, and `onHidden` when it has
 * left the document. In the simulated browsers of tests, which have no layout, everything is in view.
 */
export function watchInterest(host: Element, onInterest: () => void, onHidden: () => void) {
  let isInView = !('IntersectionObserver' in globalThis);
  let isWanted = false;
  const check = () => {
    if (isInView && isWanted) onInterest();
  };
  const want = () => {
    isWanted = true;
    check();
  };
  const observer = isInView
    ? undefined
    : new IntersectionObserver((entries) => {
        isInView = entries.some(({ isIntersecting }) => isIntersecting);
        if (host.isConnected) check();
        else {
          isWanted = false;
          onHidden();
        }
      });
  observer?.observe(host);
  for (const sign of signs) host.addEventListener(sign, want);
  return {
    close() {
      observer?.disconnect();
      for (const sign of signs) host.removeEventListener(sign, want);
    },
  };
}
