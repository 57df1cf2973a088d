import type { Context } from 'hono';
import type * as v from 'valibot';
import { readClientNetwork } from '../http/client-address.ts';
import { readJsonBody } from '../http/json-body.ts';
import { refuseOtherMethods } from '../http/method.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import type { FindCredentials } from '../store/credentials.ts';
import type { Application } from '../store/store.ts';
import { authenticateClient, type ClientCredentials } from './client-authentication.ts';
import { assertNotFromBrowser } from './no-browser.ts';

type CredentialsSchema = v.GenericSchema<unknown, ClientCredentials>;

const refuseMethod = refuseOtherMethods('POST');

/** A request whose application has not been authenticated. */
export interface BackendRequest<Body> {
  readonly body: Body;
  /** By which wrong secrets are counted: who sent them, and for which application. */
  readonly failuresKey: string;
  /** The same for applications that do not exist: one for all that anybody makes up. */
  readonly strangersKey: string;
}

/**
 * What every endpoint for backends checks first, in this order: not a browser, POST, not too often,
 * JSON of the right shape.
 *
 * @param services - what the route is built from
 * @param context - the request
 * @param schema - the fields of its body, the application's credentials among them
 * @returns the body, for {@link authenticateBackend}
 * @throws Refusal 403, 405, 429, 415, 413 or 400 `invalid_request`
 */
export async function readBackendRequest<const Schema extends CredentialsSchema>(
  { config, limiters }: Services,
  context: Context,
  schema: Schema,
): Promise<BackendRequest<v.InferOutput<Schema>>> {
  const request = context.req.raw;
  assertNotFromBrowser(request);
  if (request.method !== 'POST') await refuseMethod(context, async () => {});
  const address = readClientNetwork(context, config.trustedProxies);
  await limiters.backendRequests.take(address);
  const body = await readJsonBody(request, schema);
  return { body, failuresKey: `${address} ${body.client_id}`, strangersKey: `${address} ` };
}

/**
 * The check that comes next: the application's secret.
 *
 * @param services - what the route is built from
 * @param request - as it was read
 * @param find - looks the application up (default: the store does)
 * @returns the application that sent it
 * @throws Refusal 401 `invalid_client` or 429 `rate_limited`
 */
export async function authenticateBackend(
  { clock, limiters, store }: Services,
  { body, failuresKey, strangersKey }: BackendRequest<ClientCredentials>,
  find: FindCredentials = store.applications.findWithSecrets,
): Promise<Application> {
  let isKnown = false;
  const findAndNote: FindCredentials = async (clientId) => {
    const found = await find(clientId);
    isKnown = found.application !== undefined;
    return found;
  };
  try {
    const [application] = await Promise.all([
      authenticateClient(findAndNote, body, clock.now()),
      // Also for the right secret, or whoever guesses would learn which one it is.
      limiters.authenticationFailures.assertBelow(failuresKey),
    ]);
    return application;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) {
      await limiters.authenticationFailures.take(isKnown ? failuresKey : strangersKey);
    }
    throw error;
  }
}
