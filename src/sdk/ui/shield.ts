import { readDocument } from './page-document.ts';

/** The types of events that are repeated inside the modal, because the modal has handlers for them. */
const repeated = ['click', 'keydown', 'mousedown', 'input', 'focus'];
const keyProperties = 'key keyCode ctrlKey metaKey altKey shiftKey isComposing repeat'.split(' ');

/**
 * Hides the modal's events from the host's page: from its shortcuts, focus traps and scroll locks, and from components
 * that close when the user presses outside them. A listener at `window`, added as early as possible, stops the events,
 * and repeats those that the modal listens to inside the shadow root, as copies that cannot leave it. The browser's
 * default action follows the original, unless a handler has prevented the copy. `onBlur` is called when
 * the window loses the focus, even to the modal's frame.
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
  /** Repeats the hidden blur, unless the frame has the focus, as Firefox 153 knows only in a later task (measured). */
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
    // The blur is hidden at first, because libraries close their popovers when a frame gets the focus.
    blurred.add(target);
    if (!readDocument('hasFocus').call(document)) setTimeout(repeatBlur);
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
    // The handler stays, because the `focus` after a hidden `blur`, which may come later, must be hidden, too.
    isShown = false;
  };
}

function hideEvent(event: Event, root: ShadowRoot): void {
  event.stopImmediatePropagation();
  // The path begins with a node, because it contains the modal's element.
  const target = event.composedPath()[0] as Node;
  // Events of the frame and of the modal's element are not repeated, because both are outside the shadow root.
  if (!root.contains(target) || !repeated.includes(event.type)) return;
  if (!target.dispatchEvent(copyEvent(event))) event.preventDefault();
}

/**
 * A plain `Event` stays inside the shadow root. A `KeyboardEvent` of a script leaves it in Firefox 153 (measured). The
 * document creates it, because the page may have a class `Event`, as with MooTools.
 */
function copyEvent(event: Event): Event {
  const copy = readDocument('createEvent').call(document, 'Event');
  copy.initEvent(event.type, event.bubbles, true);
  for (const name of keyProperties) Reflect.set(copy, name, Reflect.get(event, name));
  return copy;
}
