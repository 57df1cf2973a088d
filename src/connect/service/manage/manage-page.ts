import { createSecret, hashSecret } from '../basics/secrets.ts';
import { createReference } from '../flow/checks.ts';
import { unstartedTtlMs } from '../flow/connect-page.ts';
import type { Arrival } from '../http/endpoint.ts';
import { createNonce, createPageHeaders, renderPage } from '../http/page-document.ts';
import type { Parts } from '../http/parts.ts';

/**
 * `GET /manage`: the Connect page with a visit instead of a flow to an application. It cannot be framed, and it
 * exchanges no messages with other pages.
 */
export function showManagePage(parts: Pick<Parts, 'assets' | 'clock' | 'config' | 'store'>) {
  const { assets, clock, config, store } = parts;
  return async ({ context }: Arrival) => {
    const flowToken = createSecret();
    const reference = createReference();
    await store.flows.create({
      token_hash: hashSecret(flowToken),
      client_id: null,
      kind: 'manage',
      step: 'new',
      revision: 0,
      expires_at: clock.now() + unstartedTtlMs,
      reference,
    });
    const application = { name: '', environment: 'live', logo: null } as const;
    const flow = { flow_token: flowToken, kind: 'manage', application, reference } as const;
    const nonce = createNonce();
    const page = renderPage(flow, assets.page, { nonce, publicUrl: config.publicUrl });
    const headers = createPageHeaders("'none'", nonce);
    // A page that opens this one gets no reference to its window.
    const isolated = { ...headers, 'Cross-Origin-Opener-Policy': 'same-origin' };
    return context.body(page, 200, isolated);
  };
}
