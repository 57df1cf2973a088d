import { ConnectError } from '../../protocol/errors.ts';

/** @throws {ConnectError} `unsupported_browser` on a server */
export function assertBrowser(): void {
  if (!globalThis.document)
    throw new ConnectError('unsupported_browser', 'TaxConnect: browser only.');
}
