/** Says whether an input method handles the key. Safari marks its last key only by 229: https://webkit.org/b/165004 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Says whether the user holds a modifier, so that the key is a command for the browser or the system. */
export function isShortcut({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/**
 * Says whether a key types a character. After `keydown`, a browser types it into the element that has the focus then:
 * https://w3c.github.io/uievents/#event-type-keydown
 */
export function isTyping(event: KeyboardEvent): boolean {
  return !isShortcut(event) && /^\S$/u.test(event.key);
}
