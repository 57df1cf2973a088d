import type { Arrival } from '../http/endpoint.ts';
import { renderReturnPage } from '../http/page-document.ts';
import { createNonce, createPageHeaders } from '../http/page-headers.ts';
import type { Parts } from '../http/parts.ts';

/**
 * `GET /connect/return`: a provider sends the browser back here. The document itself changes nothing, because
 * anyone can lead a browser here. The script in the window knows its flow and continues it.
 */
export function showReturnPage({ assets, config }: Pick<Parts, 'assets' | 'config'>) {
  return ({ context }: Arrival) => {
    const nonce = createNonce();
    const headers = createPageHeaders("'none'", nonce);
    const page = renderReturnPage(assets.page, { nonce, publicUrl: config.publicUrl });
    return context.body(page, 200, headers);
  };
}
