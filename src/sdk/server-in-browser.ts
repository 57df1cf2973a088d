/** Replaces `tax-connect/server` in browser bundles, which must not have a client secret: the page fails at once. */
function refuse(): never {
  throw new Error(
    'tax-connect/server is for the backend of an application: it needs the client secret, which ' +
      'must never reach a browser. In the browser import "tax-connect", and hand the authorization ' +
      'code to your backend with forwardCode().',
  );
}

refuse();

// The build exports it under each name of `server.ts`, because bundlers would only report a missing export.
export { refuse };
