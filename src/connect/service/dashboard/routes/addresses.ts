import * as v from 'valibot';
import { isRegistrableOrigin } from '../../addresses/host-origin.ts';
import { isRegistrableRedirectUri } from '../../addresses/redirect-uri.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import type { Services } from '../../services.ts';
import { answerApplication } from '../answer-application.ts';
import { type ApplicationRequest, createNoApplication, namedApplication } from '../checks.ts';

const maxAddresses = 50;
const addressSchema = v.pipe(v.string(), v.maxLength(4000));

/** The bodies that name an address, by its list. */
export const redirectUriBody = v.object({ redirect_uri: addressSchema });
export const originBody = v.object({ origin: addressSchema });

type Body = v.InferOutput<typeof redirectUriBody> | v.InferOutput<typeof originBody>;
type AddressRequest = ApplicationRequest & { readonly body: Body };

/**
 * `POST …/redirect-uris/add` and `POST …/origins/add`.
 *
 * @param services - what the route is built from
 * @returns the handler, which answers the application as it is then
 * @throws Refusal `invalid_request` with the rule, `not_found`
 */
export function addAddress(services: Services) {
  return async (request: AddressRequest) => {
    const { clientId } = request.application;
    const { list, address, rule, isRegistrable, entry } = readSection(services, request.body);
    if (!isRegistrable) throw createInvalid(rule);
    const registered = await list.list(clientId);
    if (registered.length >= maxAddresses) throw createInvalid(`${maxAddresses} are the most.`);
    if (!(await list.add(clientId, address))) throw createNoApplication();
    logFor(request.context).info({ client_id: clientId, ...entry }, 'address added');
    return await answerApplication(services, request);
  };
}

/**
 * `POST …/redirect-uris/remove` and `POST …/origins/remove`.
 *
 * @param services - what the route is built from
 * @returns the handler, which answers the application as it is then
 * @throws Refusal `not_found` for the application; removing an address again is not an error
 */
export function removeAddress(services: Services) {
  return async (request: AddressRequest) => {
    const { clientId } = request.application;
    const { list, address, entry } = readSection(services, request.body);
    const isRemoved = await list.remove(clientId, address);
    if (isRemoved)
      logFor(request.context).info({ client_id: clientId, ...entry }, 'address removed');
    else await namedApplication(services)(request);
    return await answerApplication(services, request);
  };
}

/** The list that a body is about, its rule, and what the log says. */
function readSection({ store }: Services, body: Body) {
  if ('origin' in body) {
    const { origin: address } = body;
    return {
      list: store.registrations.origins,
      address,
      isRegistrable: isRegistrableOrigin(address),
      rule: 'An origin, such as https://app.example, is https, or http on this machine; at most 300 characters.',
      entry: { origin: dropQuery(address) },
    };
  }
  const { redirect_uri: address } = body;
  return {
    list: store.registrations.redirectUris,
    address,
    isRegistrable: isRegistrableRedirectUri(address),
    rule: 'A redirect URI is https, or http on this machine; without wildcard, fragment or user.',
    entry: { redirect_uri: dropQuery(address) },
  };
}

/** What is in the query is the application's own business. */
function dropQuery(address: string): string {
  return address.split('?', 1)[0] ?? '';
}

function createInvalid(description: string): Refusal {
  return new Refusal([400, 'invalid_request'], description, { retryable: false });
}
