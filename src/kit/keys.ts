/** Says whether an input method handles the key. Safari marks its last key only by 229: https://webkit.org/b/165004 */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === 229;

/** Says whether the user holds a modifier, so that the key is a command for the browser or the system. */
export const isShortcut = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey;

/**
 * Says whether a key types a character. After `keydown`, a browser types it into the element that has the focus then:
 * https://w3c.github.io/uievents/#event-type-keydown
 */
export const isTyping = (event: KeyboardEvent): boolean =>
  !isShortcut(event) && /^\S$/u.test(event.key);
