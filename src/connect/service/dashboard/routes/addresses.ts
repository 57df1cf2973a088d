import * as v from 'valibot';
import { isRegistrableOrigin } from '../../addresses/host-origin.ts';
import { isRegistrableRedirectUri } from '../../addresses/redirect-uri.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import type { Services } from '../../services.ts';
import { answerApplication } from '../answer-application.ts';
import { changeApplication } from '../change.ts';
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
 * @returns the handler, which answers the application as it is then
 * @throws Refusal `invalid_request` with the rule, `not_found`
 */
export function addAddress(services: Services) {
  return async (request: AddressRequest) => {
    const { clientId } = request.application;
    const { list, kind, address, rule, isRegistrable, shown } = readSection(request.body);
    if (!isRegistrable) throw createInvalid(rule);
    const isAdded = await changeApplication(services, request, {
      action: `${kind}_added`,
      detail: shown,
      async apply({ registrations }) {
        const registered = await registrations[list].list(clientId);
        if (registered.includes(address)) return false;
        if (registered.length >= maxAddresses) throw createInvalid(`${maxAddresses} are the most.`);
        if (await registrations[list].add(clientId, address)) return true;
        throw createNoApplication();
      },
    });
    if (isAdded) {
      logFor(request.context).info({ client_id: clientId, [kind]: shown }, 'address added');
    }
    return await answerApplication(services, request);
  };
}

/**
 * `POST …/redirect-uris/remove` and `POST …/origins/remove`.
 *
 * @returns the handler, which answers the application as it is then
 * @throws Refusal `not_found` for the application; removing an address again is not an error
 */
export function removeAddress(services: Services) {
  return async (request: AddressRequest) => {
    const { clientId } = request.application;
    const { list, kind, address, shown } = readSection(request.body);
    const isRemoved = await changeApplication(services, request, {
      action: `${kind}_removed`,
      detail: shown,
      apply: ({ registrations }) => registrations[list].remove(clientId, address),
    });
    if (isRemoved)
      logFor(request.context).info({ client_id: clientId, [kind]: shown }, 'address removed');
    else await namedApplication(services)(request);
    return await answerApplication(services, request);
  };
}

/** The list that a body is about, its rule, and what the log says. */
function readSection(body: Body) {
  if ('origin' in body) {
    const { origin: address } = body;
    return {
      list: 'origins',
      kind: 'origin',
      address,
      isRegistrable: isRegistrableOrigin(address),
      rule: 'An origin, such as https://app.example, is https, or http on this machine; at most 300 characters.',
      shown: dropQuery(address),
    } as const;
  }
  const { redirect_uri: address } = body;
  return {
    list: 'redirectUris',
    kind: 'redirect_uri',
    address,
    isRegistrable: isRegistrableRedirectUri(address),
    rule: 'A redirect URI is https, or http on this machine; without wildcard, fragment or user.',
    shown: dropQuery(address),
  } as const;
}

/** The query may be private to the application. */
function dropQuery(address: string): string {
  return address.split('?', 1)[0] ?? '';
}

function createInvalid(description: string): Refusal {
  return new Refusal([400, 'invalid_request'], description, { retryable: false });
}
