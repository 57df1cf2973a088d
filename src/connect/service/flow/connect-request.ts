import type { Context } from 'hono';
import type { Application } from '../applications/registered-application.ts';
import {
  assertRegisteredHost,
  findForeignHost,
  refuseHost,
} from '../applications/registered-host.ts';
import { readSingleParameters } from '../http/checks.ts';
import { readClientNetwork } from '../http/client-address.ts';
import type { Arrival } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import { createInvalid, Refusal } from '../http/refusal.ts';
import { assertPageLoad } from '../http/request-headers.ts';

/** The maximum length of `state`, in UTF-16 code units. */
const maxStateLength = 2000;

/** A request for the Connect page, with the parameters of its address. */
export interface ConnectRequest extends Arrival {
  readonly application: Application;
  readonly redirectUri: string | null;
  /** Only in a redirect flow: returned to the application with the code. */
  readonly state: string | null;
  /** Only in a redirect flow: the PKCE challenge. The exchange needs the matching `code_verifier`. */
  readonly codeChallenge: string | null;
  /** Only for a link: the secret of its session. Empty after the page has removed the secret from its address. */
  readonly session: string | null;
}

/** Checks that the address has a known client ID, and that its redirect URI, if any, is registered. */
export async function connectRequest(
  request: Arrival,
): Promise<Omit<ConnectRequest, keyof Arrival>> {
  const { parts, context } = request;
  const parameters = readSingleParameters(new URL(context.req.url).searchParams);
  const clientId = parameters.get('client_id');
  const redirectUri = parameters.get('redirect_uri') ?? null;
  const application = clientId
    ? await parts.store.applications.findByPublicId(clientId)
    : undefined;
  if (!application) throw createUnknownClient();
  // An embedding host passes its state in the handshake, so that no address contains it.
  if (redirectUri === null) {
    const codeChallenge = readCodeChallenge(Object.fromEntries(parameters), redirectUri);
    const session = parameters.get('session') ?? null;
    return { application, redirectUri, state: null, codeChallenge, session };
  }
  assertPageLoad(context);
  const { clientId: client_id } = application;
  const host = { kind: 'redirect', redirect_uri: redirectUri, host_origin: null } as const;
  try {
    await assertRegisteredHost(parts, { client_id, ...host });
  } catch (error) {
    if (error instanceof Refusal) await noteRefusedUri(parts, context, { client_id, redirectUri });
    throw error;
  }
  const codeChallenge = readCodeChallenge(Object.fromEntries(parameters), redirectUri);
  const state = readState(parameters);
  return { application, redirectUri, state, codeChallenge, session: null };
}

/** Records a refused redirect URI for the dashboard. Very long or non-ASCII values are not typing errors. */
async function noteRefusedUri(
  { clock, config, store }: Parts,
  context: Context,
  { client_id, redirectUri: value }: { readonly client_id: string; readonly redirectUri: string },
): Promise<void> {
  if (!/^[\x21-\x7e]{1,2000}$/.test(value)) return;
  const network = readClientNetwork(context, config.trustedProxies);
  const now = clock.now();
  await store.refusedRequests.add(client_id, { kind: 'redirect_uri', value, network, now });
}

/** Refuses a frame of an unregistered host. When the browser does not name the host, the check passes. */
export async function embedder({ parts, context, application }: ConnectRequest) {
  const { clientId, environment } = application;
  const registered = await parts.store.registrations.origins.list(clientId);
  const embedding = { environment, registered };
  const origin = findForeignHost(context, embedding);
  if (origin !== null) await refuseHost(parts, context, { clientId, origin });
  return { embedding };
}

/** Reads `state`. An empty parameter counts as omitted (RFC 6749, section 3.1). */
function readState(parameters: ReadonlyMap<string, string>): string | null {
  const state = parameters.get('state') ?? '';
  // The URL parser puts U+FFFD in the place of bytes that are not UTF-8. The application would not get its state back.
  if (state.includes('\ufffd')) throw createInvalid('The parameter state is not valid UTF-8.');
  if (state.length <= maxStateLength) return state === '' ? null : state;
  throw createInvalid(`The parameter state has more than ${maxStateLength} characters.`);
}

export function createUnknownClient(): Refusal {
  return new Refusal(
    [400, 'unknown_client'],
    'The application that sent you here is not known. Check its client_id.',
  );
}

interface ChallengeParameters {
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
}

/**
 * Reads the PKCE challenge. An empty parameter counts as omitted. A malformed challenge is refused, because ignoring it
 * would drop the protection (RFC 7636, section 4.3).
 *
 * @param redirectUri - null in the embedded flow, whose code is bound to the host instead
 */
export function readCodeChallenge(
  { code_challenge = '', code_challenge_method = '' }: ChallengeParameters,
  redirectUri: string | null,
): string | null {
  if (code_challenge === '' && code_challenge_method === '') return null;
  if (redirectUri === null) throw createInvalid('code_challenge is for the redirect flow only.');
  if (code_challenge === '') {
    throw createInvalid('code_challenge_method needs a code_challenge. Send both, or neither.');
  }
  if (code_challenge_method !== 'S256') {
    throw createInvalid(
      'code_challenge needs code_challenge_method=S256. Other methods, such as plain, are not supported.',
    );
  }
  if (/^[\w-]{43}$/.test(code_challenge)) return code_challenge;
  throw createInvalid(
    'code_challenge must be the SHA-256 of the code_verifier in base64url, 43 characters without padding.',
  );
}
