import type { Arrival } from '../http/endpoint.ts';
import { renderReturnPage } from '../http/page-document.ts';
import { createNonce, createPageHeaders } from '../http/page-headers.ts';
import type { Services } from '../services.ts';

/**
 * `GET /connect/return`: where a provider sends the browser back to. It does nothing by itself, because
 * anyone can lead a browser here: the window's own page, which knows its flow, goes on from here.
 *
 * @param services - the built page
 * @returns the handler
 */
export function showReturnPage({ assets, config }: Services) {
  return ({ context }: Arrival) => {
    const nonce = createNonce();
    const headers = createPageHeaders("'none'", '', nonce);
    const page = renderReturnPage(assets.page, { nonce, publicUrl: config.publicUrl });
    return context.body(page, 200, headers);
  };
}
