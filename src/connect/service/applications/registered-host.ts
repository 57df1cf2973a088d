import type { FlowKind } from '../../shapes/unions.ts';
import { isAllowedHostOrigin } from '../addresses/host-origin.ts';
import { isLoopbackRedirectUri, isRegisteredRedirectUri } from '../addresses/redirect-uri.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { findApplication } from './flow-application.ts';
import { createOriginNotAllowed } from './refused-host.ts';
import type { Application } from './registered-application.ts';

/** The recipient of a code. */
interface Host {
  readonly client_id: string;
  readonly kind: FlowKind;
  readonly redirect_uri: string | null;
  readonly host_origin: string | null;
}

/**
 * Checks the host of a flow, when the flow begins and again before it ends. An address may have been removed
 * meanwhile, perhaps because another party controls it now. Then an open page must not get a code.
 *
 * @param host - the application, and the redirect URI or embedding origin of the flow
 * @throws Refusal 400 `invalid_request` for an unregistered redirect URI, 403 `origin_not_allowed` for an
 *   unregistered embedding origin, 401 `unknown_client` when the application has been deleted meanwhile
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.1.3
 */
export async function assertRegisteredHost(
  parts: Pick<Parts, 'config' | 'store'>,
  host: Host,
): Promise<void> {
  const { client_id, kind } = host;
  if (kind === 'link' && host.redirect_uri === null) {
    await findApplication(parts, host);
    return;
  }
  if (kind !== 'embedded') {
    const requested = host.redirect_uri ?? '';
    if (parts.config.acceptsLoopbackRedirects && isLoopbackRedirectUri(requested)) return;
    const registered = await parts.store.applications.listRedirectUris(client_id);
    if (isRegisteredRedirectUri(requested, registered)) return;
    throw new Refusal(
      [400, 'invalid_request'],
      `The application asked to be returned to ${quoteUri(requested)}, which is not ` +
        'registered for it. Its developers can add exactly this redirect URI in the dashboard.',
      { detail: 'redirect_uri is not registered', retryable: false },
    );
  }
  const origin = host.host_origin ?? '';
  const application = await findApplication(parts, host);
  if (await isRegisteredEmbedder(parts, application, origin)) return;
  throw createOriginNotAllowed(origin);
}

/**
 * @param application - just read from the database
 * @returns whether the host may embed the application now
 */
export async function isRegisteredEmbedder(
  { store }: Pick<Parts, 'store'>,
  { clientId, environment }: Application,
  origin: string,
): Promise<boolean> {
  const registered = await store.applications.listOrigins(clientId);
  return isAllowedHostOrigin(origin, { environment, registered });
}

/** Longer addresses are shortened, so that the notice stays readable. */
const maxQuotedLength = 300;

/** Any link can put text into the address of the page. The quotes show that the service did not write it. */
function quoteUri(uri: string): string {
  if (uri === '') return 'an empty address';
  const characters = [...uri];
  const start = characters.slice(0, maxQuotedLength).join('');
  const visible = start.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent);
  return characters.length > maxQuotedLength ? `${visible}…` : visible;
}
