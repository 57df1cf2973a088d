import type { Context } from 'hono';
import type * as v from 'valibot';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Application } from '../store/store.ts';
import { readClientNetwork } from './client-address.ts';
import { authenticateClient } from './client-authentication.ts';
import { readJsonBody } from './json-body.ts';
import { refuseOtherMethods } from './method.ts';
import { assertNotFromBrowser } from './no-browser.ts';

type CredentialsSchema = v.GenericSchema<
  unknown,
  { readonly client_id: string; readonly client_secret: string }
>;

const refuseMethod = refuseOtherMethods('POST');

/**
 * What every endpoint for backends checks first, in this order: not a browser, POST, not too often,
 * JSON of the right shape, the application's secret.
 *
 * @param services - what the route is built from
 * @param context - the request
 * @param schema - the fields of its body, the application's credentials among them
 * @returns the body and the application that sent it
 * @throws Refusal 403, 405, 429, 415, 413, 400 `invalid_request` or 401 `invalid_client`
 */
export async function readBackendRequest<const Schema extends CredentialsSchema>(
  services: Services,
  context: Context,
  schema: Schema,
): Promise<{ readonly body: v.InferOutput<Schema>; readonly application: Application }> {
  const { config, limiters } = services;
  const request = context.req.raw;
  assertNotFromBrowser(request);
  if (request.method !== 'POST') await refuseMethod(context, async () => {});
  const address = readClientNetwork(context, config.isProxyTrusted);
  await limiters.backendRequests.take(address);
  const body = await readJsonBody(request, schema);
  const key = `${address} ${body.client_id}`;
  try {
    const [application] = await Promise.all([
      authenticateClient(services, body),
      // Also for the right secret, or whoever guesses would learn which one it is.
      limiters.authenticationFailures.assertBelow(key),
    ]);
    return { body, application };
  } catch (error) {
    if (error instanceof Refusal) await limiters.authenticationFailures.take(key);
    throw error;
  }
}
