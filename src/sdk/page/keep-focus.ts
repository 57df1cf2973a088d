/**
 * Restores the focus within the frame when the host gives it back. A host's modal takes the focus while it
 * asks whether to leave. Browsers then forget which field of the frame had it (measured in Chromium 156).
 *
 * A pointer sets the focus itself, so a press does not restore the earlier one.
 *
 * @returns stops watching
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
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget, true);
  window.addEventListener('focus', restore);
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget, true);
    window.removeEventListener('focus', restore);
  };
}
