/**
 * The content stays where it is, in a slot: React fails when an element moves the nodes that it renders.
 *
 * @returns a function that shows the button, or only the content if it has a button, until its result is called
 */
export function createInnerButton(element: HTMLElement): () => () => void {
  const root = element.attachShadow({ mode: 'open', delegatesFocus: true });
  const slot = element.ownerDocument.createElement('slot');
  const button = element.ownerDocument.createElement('button');
  button.type = 'button';
  button.setAttribute('part', 'button');
  button.setAttribute('aria-haspopup', 'dialog');
  const show = () => {
    const hasButton = element.querySelector('button') !== null;
    const shown = hasButton ? slot : button;
    if (shown.parentNode === root) return;
    if (!hasButton) button.append(slot);
    root.replaceChildren(shown);
  };
  const observer = new MutationObserver(show);
  return () => {
    show();
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  };
}
