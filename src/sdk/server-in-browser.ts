/**
 * Replaces `tax-connect/server` in a browser bundle. A client secret must not be in a browser, so this
 * mistake fails at the first load.
 */
throw new Error(
  'tax-connect/server is for the backend of an application: it needs the client secret, which ' +
    'must never reach a browser. In the browser import "tax-connect", and hand the authorization ' +
    'code to your backend with forwardCode().',
);

// Makes this file a module without exports.
export {};
