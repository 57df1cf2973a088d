/**
 * Uses the browser's storage, which throws if the user's settings forbid it. Without storage, the result is undefined.
 *
 * @see https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage-dev
 */
export function tryStorage<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
