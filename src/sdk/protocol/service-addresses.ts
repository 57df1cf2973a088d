declare const __TAX_CONNECT_SERVICE__: string;

/**
 * Addresses of the Connect service, as the build knows them. They are words of one string, after a
 * mark: a service that hands out the script tag finds that string and puts its own addresses there.
 */
const [, connectUrl = '', docsUrl = ''] = __TAX_CONNECT_SERVICE__.split(' ');

export {
  /** Of the Connect page, for callers that set no `connectUrl`. */
  connectUrl as defaultConnectUrl,
  /** Of the page that explains the error codes. */
  docsUrl,
};
