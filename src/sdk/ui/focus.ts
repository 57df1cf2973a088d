import { readDocument } from './page-document.ts';

const focusable = 'a[href],button,input,select,textarea,[tabindex]';

/**
 * Remembers the focused element, for when the modal closes. The browser itself restores the focus to an
 * invoker that still exists. This helps when a framework has replaced it meanwhile.
 *
 * @returns moves the focus, if no element has it, to the invoker or to the nearest focusable element
 */
export function rememberFocus(): () => void {
  const trail: Element[] = [];
  for (let node = readDocument('activeElement'); node; node = node.parentElement) trail.push(node);
  return () => {
    // A trail of only `body` and `html` means that no element had the focus. Safari does not focus a
    // clicked button. https://webkit.org/b/22261
    if (trail.length < 3) return;
    const nearby = trail.flatMap((node) => [...node.querySelectorAll(focusable)]);
    [trail[0], ...nearby].find((candidate) => {
      if (!hasFocus() && candidate instanceof HTMLElement && candidate.isConnected) {
        candidate.focus({ preventScroll: true });
      }
      return hasFocus();
    });
  };
}

function hasFocus(): boolean {
  const active = readDocument('activeElement');
  return !!active && active !== readDocument('body');
}

/**
 * A page of another origin can focus itself and its frame, even an inert frame. The losing window gets
 * `blur` just before `activeElement` changes.
 *
 * @param host - the modal's element; the frame is its child
 * @param onTaken - called when the frame has got the focus
 * @returns stops watching
 */
export function watchFrameFocus(host: Element, onTaken: () => void): () => void {
  const handleBlur = () =>
    setTimeout(() => {
      if (readDocument('activeElement')?.parentNode === host) onTaken();
    });
  addEventListener('blur', handleBlur);
  return () => removeEventListener('blur', handleBlur);
}
