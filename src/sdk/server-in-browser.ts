/**
 * Replaces `tax-connect/server` in a browser bundle. A client secret must not be in a browser, so a page that imports
 * this entry by mistake fails as soon as it loads.
 */
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
