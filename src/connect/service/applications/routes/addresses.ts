import * as v from 'valibot';
import { isRegistrableOrigin } from '../../addresses/host-origin.ts';
import { isRegistrableRedirectUri } from '../../addresses/redirect-uri.ts';
import { createInvalid } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeAsOperator } from '../../operators/audit-log.ts';
import { type ApplicationRequest, createNoApplication, namedApplication } from '../checks.ts';
import { answerApplication } from '../describe-application.ts';
import { describeWrongOrigin, maxAddresses } from '../registered-application.ts';

const addressSchema = v.pipe(v.string(), v.maxLength(4000));

export const redirectUriBody = v.object({ redirect_uri: addressSchema });
export const originBody = v.object({ origin: addressSchema });

type Body = v.InferOutput<typeof redirectUriBody> | v.InferOutput<typeof originBody>;
type AddressRequest = ApplicationRequest & { readonly body: Body };

/** `POST …/redirect-uris/add` and `POST …/origins/add`. */
export async function addAddress(request: AddressRequest) {
  const { clientId } = request.application;
  const { list, kind, address, describeWrong, isRegistrable, shown } = readSection(request.body);
  if (!isRegistrable(address)) throw createInvalid(describeWrong(address));
  const isAdded = await changeAsOperator(request, {
    action: `${kind}_added`,
    detail: shown,
    async apply({ registrations }) {
      if (!(await registrations.lock(clientId))) throw createNoApplication();
      const registered = await registrations[list].list(clientId);
      if (registered.includes(address)) return false;
      if (registered.length >= maxAddresses)
        throw createInvalid(`An application can have at most ${maxAddresses} of them.`);
      return await registrations[list].add(clientId, address);
    },
  });
  if (isAdded) {
    logFor(request.context).info({ client_id: clientId, [kind]: shown }, 'address added');
  }
  return await answerApplication(request);
}

/** `POST …/redirect-uris/remove` and `POST …/origins/remove`. Removing a missing address is not an error. */
export async function removeAddress(request: AddressRequest) {
  const { clientId } = request.application;
  const { list, kind, address, shown } = readSection(request.body);
  const isRemoved = await changeAsOperator(request, {
    action: `${kind}_removed`,
    detail: shown,
    apply: ({ registrations }) => registrations[list].remove(clientId, address),
  });
  if (isRemoved)
    logFor(request.context).info({ client_id: clientId, [kind]: shown }, 'address removed');
  else await namedApplication(request);
  return await answerApplication(request);
}

/** Selects the list of addresses. The body has either `origin` or `redirect_uri`. */
function readSection(body: Body) {
  const isOrigin = 'origin' in body;
  const address = isOrigin ? body.origin : body.redirect_uri;
  return { ...(isOrigin ? origins : redirectUris), address, shown: dropQuery(address) };
}

const origins = {
  list: 'origins',
  kind: 'origin',
  isRegistrable: isRegistrableOrigin,
  describeWrong: (text: string) => `An origin ${describeWrongOrigin(text)}.`,
} as const;

const redirectUris = {
  list: 'redirectUris',
  kind: 'redirect_uri',
  isRegistrable: isRegistrableRedirectUri,
  describeWrong: () =>
    'A redirect URI must use https, or http on this machine, in ASCII, without wildcard, fragment or user.',
} as const;

/** Removes the query of an address, which may be private to the application. */
export function dropQuery(address: string): string {
  return address.split('?', 1)[0] ?? '';
}
