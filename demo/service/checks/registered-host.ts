import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Flow } from '../store/store.ts';
import { isAllowedHostOrigin } from './host-origin.ts';
import { isRegisteredRedirectUri } from './redirect-uri.ts';

/** Whom a code is for. */
type Host = Pick<Flow, 'client_id' | 'kind' | 'redirect_uri' | 'host_origin'>;

/**
 * Asked when a flow begins, and again before it ends: an address that was removed in the meantime,
 * perhaps because it fell into other hands, gets nothing from pages that are still open.
 *
 * @param services - store
 * @param host - the application, and where the flow leads back to
 * @throws Refusal 400 `invalid_request` for a redirect URI, 403 `origin_not_allowed` for an
 *   embedding origin that is not registered
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.1.3
 */
export async function assertRegisteredHost({ store }: Services, host: Host): Promise<void> {
  const { client_id, kind } = host;
  if (kind === 'redirect') {
    const registered = await store.applications.listRedirectUris(client_id);
    if (isRegisteredRedirectUri(host.redirect_uri ?? '', registered)) return;
    throw new Refusal(
      [400, 'invalid_request'],
      'The application asked to be returned to an address that it has not registered.',
      { detail: 'redirect_uri is not registered', retryable: false },
    );
  }
  const registered = await store.applications.listOrigins(client_id);
  if (isAllowedHostOrigin(host.host_origin ?? '', registered)) return;
  throw new Refusal(
    [403, 'origin_not_allowed'],
    'This site is not registered as an embedding origin of the application.',
    { retryable: false },
  );
}
