/**
 * What a browser bundle gets for `tax-connect/server`. A client secret has no place in a browser,
 * so the mistake fails at the first load and not on the day the secret is found.
 */
throw new Error(
  'tax-connect/server is for the backend of an application: it needs the client secret, which ' +
    'must never reach a browser. In the browser import "tax-connect", and hand the authorization ' +
    'code to your backend with forwardCode().',
);

// Makes this file a module, without a name to import.
export {};
