/*
 * Whether an opener policy cuts the windows of this page off. No API tells it before the first window. It is
 * the same for the whole life of the page, so it is remembered between sessions.
 */
let isFound = false;

/** A window of this page was cut off. */
export function noteApart(): void {
  isFound = true;
}

/**
 * @returns whether windows of this page are known to be cut off
 * @see https://html.spec.whatwg.org/multipage/webappapis.html#dom-crossoriginisolated which needs such a policy
 */
export function isKnownApart(): boolean {
  return isFound || globalThis.crossOriginIsolated === true;
}
