import type { Handler } from 'hono';
import { listFrameAncestors } from '../addresses/host-origin.ts';
import { toRefusal } from '../http/answers.ts';
import { readClientNetwork } from '../http/client-address.ts';
import { noteOutcome } from '../http/observe-requests.ts';
import { renderPage } from '../http/page-document.ts';
import { createNonce, createPageHeaders, toFormTarget } from '../http/page-headers.ts';
import { Refusal } from '../http/refusal.ts';
import { findForeignHost, readReferrerOrigin, refuseHost } from '../http/refused-host.ts';
import { logFor } from '../http/request-id.ts';
import { readSingleParameters } from '../http/single-parameters.ts';
import { createSecret, hashSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import type { Application } from '../store/store.ts';
import { answerNotice } from './connect-notice.ts';
import { assertRegisteredHost } from './registered-host.ts';

/** A document may have been loaded before its user opens it: `preload` keeps one for ten minutes. */
const unstartedTtlMs = 30 * 60 * 1000;
/** Of the redirect flow's `state`, in UTF-16 code units. */
const maxStateLength = 2000;

interface ConnectRequest {
  readonly application: Application;
  readonly redirectUri: string | null;
  /** Redirect flow only: what the application wants back beside the code. */
  readonly state: string | null;
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
  const { assets, clock, config, limiters, store } = services;
  return async (context) => {
    try {
      await limiters.pages.take(readClientNetwork(context, config.trustedProxies));
      const query = new URL(context.req.url).searchParams;
      const { application, redirectUri, state } = await readConnectRequest(services, query);
      const { clientId, name, environment } = application;
      const flowToken = createSecret();
      const kind = redirectUri === null ? 'embedded' : 'redirect';
      const rules = { environment, registered: await store.applications.listOrigins(clientId) };
      const origin = findForeignHost(context, rules);
      if (origin !== null) await refuseHost(services, context, { clientId, origin });
      const isCreated = await store.flows.create({
        token_hash: hashSecret(flowToken),
        client_id: clientId,
        kind,
        redirect_uri: redirectUri,
        state,
        step: 'new',
        revision: 0,
        expires_at: clock.now() + unstartedTtlMs,
        referrer_origin: readReferrerOrigin(context.req.header('Referer')),
      });
      if (!isCreated) throw createUnknownClient();
      const flow = { flow_token: flowToken, kind, application: { name, environment } } as const;
      const formTarget = redirectUri === null ? '' : toFormTarget(redirectUri);
      const nonce = createNonce();
      const headers = createPageHeaders(listFrameAncestors(rules), formTarget, nonce);
      const page = renderPage(flow, assets.page, { nonce, publicUrl: config.publicUrl });
      return context.body(page, 200, headers);
    } catch (error) {
      // Somebody looks at this page: also for trouble of our own there is a sentence to read.
      const refusal = toRefusal(context, error);
      noteOutcome(context, refusal.error);
      logFor(context).info({
        path: '/connect',
        error: refusal.error,
        detail: refusal.extras.detail,
      });
      return answerNotice(context, refusal, assets.page);
    }
  };
}

async function readConnectRequest(
  services: Services,
  query: URLSearchParams,
): Promise<ConnectRequest> {
  const parameters = readSingleParameters(query);
  const clientId = parameters.get('client_id');
  const redirectUri = parameters.get('redirect_uri') ?? null;
  const application = clientId
    ? await services.store.applications.findByPublicId(clientId)
    : undefined;
  if (!application) throw createUnknownClient();
  // An embedding page says its state in the handshake, where no address keeps it.
  if (redirectUri === null) return { application, redirectUri, state: null };
  const { clientId: client_id } = application;
  const host = { kind: 'redirect', redirect_uri: redirectUri, host_origin: null } as const;
  await assertRegisteredHost(services, { client_id, ...host });
  return { application, redirectUri, state: readState(parameters) };
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-3.1 an empty parameter counts as omitted */
function readState(parameters: ReadonlyMap<string, string>): string | null {
  const state = parameters.get('state') ?? '';
  if (state.length <= maxStateLength) return state === '' ? null : state;
  throw new Refusal(
    [400, 'invalid_request'],
    `The parameter state has more than ${maxStateLength} characters.`,
  );
}

function createUnknownClient(): Refusal {
  return new Refusal(
    [400, 'unknown_client'],
    'The application that sent you here is not known. Check its client_id.',
  );
}
