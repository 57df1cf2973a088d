/**
 * Says whether an input method handles the key, as when the user composes a Chinese word. Enter then accepts a
 * suggestion, arrows choose one, and Escape drops it. Safari marks the key that ends a composition only by the number
 * 229.
 *
 * @see https://webkit.org/b/165004
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
