declare const __TAX_CONNECT_VERSION__: string;

/** The SDK's version, from package.json. */
export const version: string = __TAX_CONNECT_VERSION__;
