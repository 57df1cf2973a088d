/**
 * Restores the focus within the frame after the host's modal has taken it to ask the user whether to leave. Browsers
 * forget which field had it (measured in Chromium 156). A press with a pointer, or Tab, sets the focus itself: Tab does
 * so a moment after Firefox has given the focus to the window.
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
