/**
 * Opens Connect for a click on a button, unless another listener has prevented the click's default. If the button has
 * no `type`, it would also submit the form around it, and the new page would end the session.
 *
 * @see https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-type
 */
export function openByClick(event: Event, button: Element, open: () => void): void {
  if (event.defaultPrevented) return;
  const isInForm = button instanceof HTMLButtonElement && button.form !== null;
  if (isInForm && !button.hasAttribute('type')) event.preventDefault();
  open();
}
