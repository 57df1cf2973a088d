declare const __TAX_CONNECT_SERVICE__: string;

/**
 * The build's addresses of the Connect service: words of one string, after a mark. A service that serves the script
 * tag finds this string by its mark, and inserts its own addresses.
 */
const [, connectUrl, docsUrl] = __TAX_CONNECT_SERVICE__.split(' ') as [string, string, string];

export {
  /** Address of the Connect page, for callers without `connectUrl`. */
  connectUrl as defaultConnectUrl,
  /** Address of the documentation of the error codes. */
  docsUrl,
};
