/**
 * The button is in a shadow root, around a slot. The content stays where the framework has put it: React fails when
 * an element moves the nodes that it renders.
 *
 * @returns shows the element's button, or the content alone when it has a button; call it when the content changes
 */
export function createInnerButton(element: HTMLElement): () => void {
  const root = element.attachShadow({ mode: 'open', delegatesFocus: true });
  const slot = element.ownerDocument.createElement('slot');
  const button = element.ownerDocument.createElement('button');
  button.type = 'button';
  button.setAttribute('part', 'button');
  button.setAttribute('aria-haspopup', 'dialog');
  return () => {
    const hasButton = element.querySelector('button') !== null;
    const shown = hasButton ? slot : button;
    if (shown.parentNode === root) return;
    if (!hasButton) button.append(slot);
    root.replaceChildren(shown);
  };
}
