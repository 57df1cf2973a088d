/**
 * Uses the browser's storage, which throws if it is full, if the user's settings forbid it, or in a document with an
 * opaque origin. Then the result is undefined, and only a convenience is missing.
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
