declare const __TAX_CONNECT_SERVICE__: string;

/**
 * The addresses of the Connect service. The build makes them one string: a marker and the addresses, with spaces
 * between them. A service that serves the file of the script tag finds the string by the marker, and inserts its own
 * addresses.
 */
const [, connectUrl, docsUrl] = __TAX_CONNECT_SERVICE__.split(' ') as [string, string, string];

export {
  /** Address of the Connect page, for callers without `connectUrl`. */
  connectUrl as defaultConnectUrl,
  /** Address of the page that documents the error codes. */
  docsUrl,
};
