const repeated = ['click', 'keydown', 'mousedown'];
/** The properties of a key event that the modal's handlers read. */
const read = [
  'key',
  'keyCode',
  'ctrlKey',
  'metaKey',
  'altKey',
  'shiftKey',
  'isComposing',
  'repeat',
];
const kept = ['focusin', 'keyup', 'pointerdown', 'touchmove', 'touchstart', 'wheel'];

/**
 * Hides the modal's events from the host's page: from its shortcuts, its focus traps and its scroll locks.
 * They would treat clicks, keys and wheel events as outside their element, and prevent them.
 *
 * Such listeners are on `document`, often in the capture phase. Only `window` comes before, so the events
 * are stopped there. Events that the modal listens to are repeated inside as copies, which cannot leave the
 * shadow root. The browser's default action (typing, scrolling, pressing a focused button) follows the
 * original event, unless the copy was prevented.
 *
 * @param root - the modal's shadow root; events inside the slotted frame never get here
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
 * Copies the properties that the modal's handlers read. The copy is not composed, so it stays inside. It is
 * a plain event, because in Firefox every `KeyboardEvent` from a script is composed and would reach the
 * host (measured in Firefox 153).
 */
function copyEvent(event: Event): Event {
  const copy = new Event(event.type, { bubbles: true, cancelable: true });
  for (const name of read) Reflect.set(copy, name, Reflect.get(event, name));
  return copy;
}
