/** Says whether an input method handles the key. Safari marks its last key only by 229: https://webkit.org/b/165004 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
