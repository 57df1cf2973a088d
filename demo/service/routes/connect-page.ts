import type { Handler } from 'hono';
import type { Assets } from '../assets.ts';
import { listFrameAncestors } from '../checks/host-origin.ts';
import { isRegisteredRedirectUri } from '../checks/redirect-uri.ts';
import { readSingleParameters } from '../checks/single-parameters.ts';
import { noteOutcome } from '../metrics.ts';
import { renderNotice, renderPage, renderRefusalReport } from '../page-document.ts';
import { createPageHeaders, toFormTarget } from '../page-headers.ts';
import { Refusal } from '../refusal.ts';
import { createSecret, hashSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import type { Application } from '../store/store.ts';

/** A document may have been loaded long before its user opens it: `preload` does that. */
const unstartedTtlMs = 12 * 60 * 60 * 1000;

interface ConnectRequest {
  readonly application: Application;
  readonly redirectUri: string | null;
}

/**
 * `GET /connect`: the Connect page, with a new flow in it. Whatever is wrong with the address ends
 * here, never in a redirect: the address is all that an attacker needs to choose.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.11.2
 */
export function createConnectPageRoute(services: Services): Handler {
  const { assets, clock, log, store } = services;
  return async (context) => {
    try {
      const query = new URL(context.req.url).searchParams;
      const { application, redirectUri } = await readConnectRequest(services, query);
      const { clientId, name, environment } = application;
      const flowToken = createSecret();
      const kind = redirectUri === null ? 'embedded' : 'redirect';
      const [origins] = await Promise.all([
        store.applications.listOrigins(clientId),
        store.flows.create({
          token_hash: hashSecret(flowToken),
          client_id: clientId,
          kind,
          redirect_uri: redirectUri,
          step: 'new',
          revision: 0,
          expires_at: clock.now() + unstartedTtlMs,
          referrer_origin: readReferrerOrigin(context.req.header('Referer')),
        }),
      ]);
      const flow = { flow_token: flowToken, kind, application: { name, environment } } as const;
      const formTarget = redirectUri === null ? '' : toFormTarget(redirectUri);
      const headers = createPageHeaders(listFrameAncestors(origins), formTarget);
      return context.body(renderPage(flow, assets.page), 200, headers);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      noteOutcome(context, error.error);
      log.info({ path: '/connect', error: error.error, detail: error.extras.detail });
      return context.body(...createRefusal(error, assets.page));
    }
  };
}

/**
 * Nobody may frame the notice, with one exception: nobody is registered to frame the page of an
 * application that does not exist, so a host with a mistyped client ID could not be told. That
 * notice has no control on it and knows nothing; what it says to the host is in the address.
 */
function createRefusal({ error, message }: Refusal, entry: Assets['page']) {
  const isUnknown = error === 'unknown_client';
  const report = isUnknown ? renderRefusalReport({ code: error, message }, entry) : '';
  const notice = renderNotice('This link does not work', message, report);
  return [notice, 400, createPageHeaders(isUnknown ? '*' : "'none'")] as const;
}

/** Pages cannot make it up, only leave it out: by it a window shows which page opened it. */
function readReferrerOrigin(referrer = ''): string | null {
  return URL.canParse(referrer) ? new URL(referrer).origin : null;
}

async function readConnectRequest(
  { store }: Services,
  query: URLSearchParams,
): Promise<ConnectRequest> {
  const parameters = readSingleParameters(query);
  const clientId = parameters.get('client_id');
  const redirectUri = parameters.get('redirect_uri') ?? null;
  const application = clientId ? await store.applications.find(clientId) : undefined;
  if (!application) {
    throw new Refusal(
      [400, 'unknown_client'],
      'The application that sent you here is not known. Check its client_id.',
    );
  }
  if (redirectUri !== null) {
    const registered = await store.applications.listRedirectUris(application.clientId);
    if (!isRegisteredRedirectUri(redirectUri, registered)) {
      throw new Refusal(
        [400, 'invalid_request'],
        'The application asked to be returned to an address that it has not registered.',
        { detail: 'redirect_uri is not registered' },
      );
    }
  }
  return { application, redirectUri };
}
