declare const __TAX_CONNECT_SERVICE__: string;

/** The build joins the addresses with a marker, by which a service that serves the script tag inserts its own. */
const [, connectUrl, docsUrl] = __TAX_CONNECT_SERVICE__.split(' ') as [string, string, string];

export { connectUrl as defaultConnectUrl, docsUrl };
