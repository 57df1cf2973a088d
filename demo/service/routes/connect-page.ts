import type { Context, Handler } from 'hono';
import { toRefusal } from '../answers.ts';
import type { Assets } from '../assets.ts';
import { listFrameAncestors } from '../checks/host-origin.ts';
import { assertRegisteredHost } from '../checks/registered-host.ts';
import { readSingleParameters } from '../checks/single-parameters.ts';
import { noteOutcome } from '../metrics.ts';
import { renderNotice, renderPage, renderRefusalReport } from '../page-document.ts';
import { createNonce, createPageHeaders, toFormTarget } from '../page-headers.ts';
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
      const nonce = createNonce();
      const headers = createPageHeaders(listFrameAncestors(origins), formTarget, nonce);
      return context.body(renderPage(flow, assets.page, nonce), 200, headers);
    } catch (error) {
      // Somebody looks at this page: also for trouble of our own there is a sentence to read.
      const refusal = toRefusal(log, error);
      noteOutcome(context, refusal.error);
      log.info({ path: '/connect', error: refusal.error, detail: refusal.extras.detail });
      return answerRefusal(context, refusal, assets.page);
    }
  };
}

/**
 * Nobody may frame the notice, with two exceptions: a host with a mistyped client ID, and one that
 * comes while the database is away, could not be told, because nobody knows who is registered. Their
 * notices have no control on them and know nothing but what the host can see for itself.
 */
function answerRefusal(context: Context, refusal: Refusal, entry: Assets['page']): Response {
  const { error, message, status, extras } = refusal;
  const code = error === 'unknown_client' || error === 'server_error' ? error : undefined;
  const retryable = extras.retryable ?? false;
  const title = status === 400 ? 'This link does not work' : 'This does not work now';
  const nonce = createNonce();
  const report = code ? renderRefusalReport({ code, message, retryable }, entry, nonce) : '';
  const headers = code ? createPageHeaders('*', '', nonce) : createPageHeaders("'none'");
  return context.body(renderNotice(title, message, report), status, {
    ...headers,
    ...extras.headers,
  });
}

/** Pages cannot make it up, only leave it out: by it a window shows which page opened it. */
function readReferrerOrigin(referrer = ''): string | null {
  return URL.canParse(referrer) ? new URL(referrer).origin : null;
}

async function readConnectRequest(
  services: Services,
  query: URLSearchParams,
): Promise<ConnectRequest> {
  const parameters = readSingleParameters(query);
  const clientId = parameters.get('client_id');
  const redirectUri = parameters.get('redirect_uri') ?? null;
  const application = clientId ? await services.store.applications.find(clientId) : undefined;
  if (!application) {
    throw new Refusal(
      [400, 'unknown_client'],
      'The application that sent you here is not known. Check its client_id.',
    );
  }
  if (redirectUri !== null) {
    const { clientId: client_id } = application;
    const host = { kind: 'redirect', redirect_uri: redirectUri, host_origin: null } as const;
    await assertRegisteredHost(services, { client_id, ...host });
  }
  return { application, redirectUri };
}
