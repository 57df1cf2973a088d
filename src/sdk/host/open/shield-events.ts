/** The types of user events (pointer, key, input, clipboard, focus) that leave a shadow root and so reach `window`. */
const types = (
  'input beforeinput focusin focusout focus blur click dblclick auxclick keypress keydown keyup ' +
  'mouseout mouseenter mouseover mouseleave mousemove mouseup mousedown ' +
  'pointerdown pointerleave pointerup pointercancel pointerout pointerenter pointerover pointermove ' +
  'touchend touchstart touchmove touchcancel contextmenu gotpointercapture lostpointercapture wheel ' +
  'compositionend compositionupdate compositionstart cut paste copy'
).split(' ');

type Handler = (event: Event) => void;

let holds = 0;
let handler: Handler | undefined;
const handleEvent = (event: Event) => handler?.(event);

/**
 * Hides the events of a later modal from listeners that the page adds to `window` after this call. It changes nothing
 * while no modal is open, or on a server. `open`, `preload` and mounted bindings call it themselves. Call it at the
 * start of an application whose libraries add listeners earlier.
 *
 * @returns a function that ends the effect; idempotent
 * @example
 * ```ts
 * import { shieldEvents } from 'tax-connect';
 *
 * shieldEvents();
 * ```
 */
export function shieldEvents(): () => void {
  if (!globalThis.document) return () => {};
  holds += 1;
  const listen = () => {
    for (const type of types) {
      // Touch and wheel listeners are passive, because the browser delays scrolling for listeners that may prevent it.
      globalThis.addEventListener(type, handleEvent, {
        capture: true,
        passive: /touch|wheel/.test(type),
      });
    }
  };
  // Angular checks the whole application after each event of a listener, unless the root zone has added the listener.
  // The second call then adds nothing.
  (globalThis as { Zone?: { root?: { run?(task: () => void): void } } }).Zone?.root?.run?.(listen);
  listen();
  let own = 1;
  return () => {
    holds -= own;
    own = 0;
    if (!holds) for (const type of types) globalThis.removeEventListener(type, handleEvent, true);
  };
}

/** Passes events of `types` at `window` to the handler, before later listeners. Returns a function that stops it. */
export function passEvents(next: Handler): () => void {
  handler = next;
  return () => {
    if (handler === next) handler = undefined;
  };
}
