/** Without a `type`, the button would also submit the form around it, and the new page would end the session. */
export function openByClick(event: Event, button: Element, open: () => void): void {
  if (event.defaultPrevented) return;
  const isInForm = button instanceof HTMLButtonElement && button.form !== null;
  if (isInForm && !button.hasAttribute('type')) event.preventDefault();
  open();
}
