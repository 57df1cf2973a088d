/** Every event of a pointer, key, input, clipboard or focus that leaves a shadow root. */
const types = (
  'pointerdown pointermove pointerup pointercancel pointerover pointerout pointerenter pointerleave ' +
  'gotpointercapture lostpointercapture touchstart touchmove touchend touchcancel wheel ' +
  'mousedown mousemove mouseup mouseover mouseout mouseenter mouseleave ' +
  'click dblclick auxclick contextmenu keydown keypress keyup copy cut paste ' +
  'beforeinput input compositionstart compositionupdate compositionend focus blur focusin focusout'
).split(' ');

type Handler = (event: Event) => void;

let holds = 0;
let handler: Handler | undefined;
const handleEvent = (event: Event) => handler?.(event);

/**
 * Keeps the events of a later modal from listeners that the page adds to `window` after this call. While no modal
 * is open, and on a server, it has no effect. The bindings call it when they are mounted, and `open` and `preload`
 * call it, too. Call it at the start of an application whose libraries add listeners earlier.
 *
 * @returns ends it; idempotent
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
  for (const type of types) {
    // A listener that may prevent these events makes every page scroll late.
    addEventListener(type, handleEvent, { capture: true, passive: /touch|wheel/.test(type) });
  }
  let release = () => {
    release = () => {};
    holds -= 1;
    if (holds === 0) for (const type of types) removeEventListener(type, handleEvent, true);
  };
  return () => release();
}

/**
 * Calls a handler for each of these events at `window`, before listeners that were added later. Returns a function
 * that stops it.
 */
export function passEvents(next: Handler): () => void {
  handler = next;
  return () => {
    if (handler === next) handler = undefined;
  };
}
