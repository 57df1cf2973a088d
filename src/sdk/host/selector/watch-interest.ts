import { readDocument } from '../flow/surfaces/frame.ts';

const signs = ['pointerover', 'pointerdown', 'focusin'];

/**
 * Interest: the user focused or pointed at the element, and it is in view. In tests, without layout, it always is. It
 * begins after the document's `load`, for which `preload` waits, too: until then, no page can answer.
 */
export function watchInterest(host: Element, onInterest: () => void, onHidden: () => void) {
  let isInView = !('IntersectionObserver' in globalThis);
  let isWanted = false;
  const check = () => {
    if (isInView && isWanted && readDocument('readyState') === 'complete') onInterest();
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
