/**
 * Observations that a driver cannot make, so that a case proves less in that engine.
 * `demo/docs/browsers.md` lists them, too.
 */
export const limits = [
  {
    engine: 'WebKitGTK',
    what: 'requests and console lines of the Connect page, when the code and errors are looked for',
    reason: 'its WebDriver reports neither',
    instead: 'what the host page itself can see: resource timing, console, tree, storage, history',
  },
] as const;
