/**
 * Types of `tax-connect/script`: the script tag defines a global and exports nothing. The code of a page with the tag
 * includes the types by `/// <reference types="tax-connect/script" />`.
 */
declare global {
  /** The SDK, as the script tag defines it. */
  var TaxConnect: typeof import('./host/open/tax-connect.ts').TaxConnect & {
    readonly ConnectError: typeof import('./protocol/errors.ts').ConnectError;
  };
}

export {};
