import { readDocument } from './page-document.ts';

/** The events that the modal's own handlers get. */
const repeated = ['click', 'keydown', 'mousedown', 'input', 'focus'];
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

/**
 * Hides the modal's events from the host's page: from its shortcuts, focus traps and scroll locks, and from
 * components that close when the user presses outside them.
 *
 * Such listeners are on `document`, often in the capture phase, and some are on `window`. So the events are stopped
 * at `window`, by a listener that is as old as possible. Events that the modal listens to are repeated inside as
 * copies, which cannot leave the shadow root. The browser's default action (typing, scrolling, pressing a focused
 * button) follows the original event, unless the copy was prevented.
 *
 * @param onBlur - called when the window loses the focus, also to the frame
 * @returns stops hiding them
 */
export function hideEvents(
  root: ShadowRoot,
  passEvents: (handler: (event: Event) => void) => void,
  onBlur: () => void,
): () => void {
  let isShown = true;
  let isRepeating = false;
  /** The targets of hidden blur events: the window, and in Firefox 153 also the document (measured). */
  const blurred = new Set<EventTarget>();
  /** Waits for the next task, because Firefox 153 knows only then whether the frame has got the focus (measured). */
  const repeatBlur = () => {
    if (readDocument('activeElement')?.parentNode === root.host) return;
    isRepeating = true;
    for (const target of blurred) target.dispatchEvent(new FocusEvent('blur'));
    isRepeating = false;
    blurred.clear();
  };
  const handleBlur = (target: EventTarget) => {
    if (!isShown || isRepeating) return false;
    onBlur();
    // Libraries close their popovers when a frame gets the focus.
    blurred.add(target);
    if (!Document.prototype.hasFocus.call(document)) setTimeout(repeatBlur);
    return true;
  };

  passEvents((event) => {
    const { target, currentTarget, type } = event;
    if (target === null || (target !== currentTarget && target !== document)) {
      if (isShown && event.composedPath().includes(root.host)) hideEvent(event, root);
    } else if (type === 'blur' ? handleBlur(target) : type === 'focus' && blurred.delete(target)) {
      event.stopImmediatePropagation();
    }
  });
  return () => {
    // The handler stays, because the focus that belongs to a hidden blur may come later.
    isShown = false;
  };
}

function hideEvent(event: Event, root: ShadowRoot): void {
  event.stopImmediatePropagation();
  const [target] = event.composedPath();
  // The frame and the modal's element are outside the shadow root.
  const isInside = target instanceof Node && root.contains(target);
  if (!isInside || !repeated.includes(event.type)) return;
  if (!target.dispatchEvent(copyEvent(event))) event.preventDefault();
}

/**
 * Copies the properties that the modal's handlers read. The copy is not composed, so it stays inside. It is a plain
 * event, because in Firefox every `KeyboardEvent` from a script is composed and would reach the host (measured in
 * Firefox 153).
 */
function copyEvent(event: Event): Event {
  const copy = new Event(event.type, { bubbles: event.bubbles, cancelable: true });
  for (const name of read) Reflect.set(copy, name, Reflect.get(event, name));
  return copy;
}
