/**
 * Restores the focus within the frame when the host gives the focus back to the frame. A host's modal takes the focus
 * while it asks the user whether to leave. Browsers then forget which field of the frame had it (measured in Chromium
 * 156).
 *
 * After a press with a pointer, the focus is not restored, because the press itself sets it. After Tab, it is not
 * restored either, because Tab chooses an element a moment after Firefox has given the focus to the window.
 */
export function keepFocus(): () => void {
  let last: Element | undefined;
  const remember = ({ target }: Event) => {
    if (target instanceof Element) last = target;
  };
  const forget = () => {
    last = undefined;
  };
  const restore = () => {
    const hasFocus = document.activeElement !== document.body;
    if (!hasFocus && last instanceof HTMLElement) last.focus({ preventScroll: true });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restoreSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(restore);
  };
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget, true);
  window.addEventListener('focus', restoreSoon);
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget, true);
    window.removeEventListener('focus', restoreSoon);
    clearTimeout(timer);
  };
}
