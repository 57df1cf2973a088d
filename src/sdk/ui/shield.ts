const repeated = ['click', 'keydown', 'mousedown'];
const kept = ['focusin', 'keyup', 'pointerdown', 'touchmove', 'touchstart', 'wheel'];

/**
 * Hides the modal's events from the host's page: from its shortcuts, its focus traps and its scroll
 * locks. Those would treat clicks, keys and wheel events as outside of their element and prevent them.
 *
 * Such listeners sit on `document` and often capture. Only `window` comes before, so that is where the
 * events end; those that the modal listens for are repeated inside, where a copy cannot leave the
 * shadow root. What the browser does by itself (typing, scrolling, pressing a focused button) follows
 * the original, unless the copy was prevented.
 *
 * @param root - of the modal; what happens inside the slotted frame never gets here
 * @returns stops hiding them
 */
export function shieldEvents(root: ShadowRoot): () => void {
  const handleEvent = (event: Event) => {
    const path = event.composedPath();
    if (!path.includes(root)) return;
    event.stopImmediatePropagation();
    if (repeated.includes(event.type) && path[0]?.dispatchEvent(copyEvent(event)) === false) {
      event.preventDefault();
    }
  };
  const types = [...repeated, ...kept];
  for (const type of types) addEventListener(type, handleEvent, true);
  return () => {
    for (const type of types) removeEventListener(type, handleEvent, true);
  };
}

/**
 * Copies what our handlers read. The copy is not composed, so it stays inside. It is a plain event: in
 * Firefox every `KeyboardEvent` that a script makes is composed, and the host would get it (measured
 * in Firefox 153).
 */
function copyEvent(event: Event): Event {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat } = event as KeyboardEvent;
  const read = { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat };
  return Object.assign(new Event(event.type, { bubbles: true, cancelable: true }), read);
}
