/**
 * Storage throws if it is full, if the user forbids it, or in an opaque origin. Then only a convenience is missing:
 * https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage-dev
 */
export function tryStorage<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
