const signs = ['pointerover', 'pointerdown', 'focusin'];

/**
 * Interest: the user focused or pointed at the element, and it is in view. In tests, without layout, it always is.
 * Interest that began earlier is told once more when the document has loaded.
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
  globalThis.addEventListener('load', check);
  return {
    close() {
      observer?.disconnect();
      for (const sign of signs) host.removeEventListener(sign, want);
      globalThis.removeEventListener('load', check);
    },
  };
}
