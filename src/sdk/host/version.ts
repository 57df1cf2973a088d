declare const __TAX_CONNECT_VERSION__: string;

/** Version of the SDK, as in its package. */
export const version: string = __TAX_CONNECT_VERSION__;
