import type { Handler } from 'hono';
import * as v from 'valibot';
import { answerJson } from '../../http/answers.ts';
import { readJsonBody } from '../../http/json-body.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import type { Services } from '../../services.ts';
import type { RegisteredAddresses } from '../../store/registered-addresses.ts';
import {
  createNoApplication,
  describeApplication,
  findNamedApplication,
} from '../describe-application.ts';

const maxAddresses = 50;

/** A section of the dashboard: "Redirect URIs" or "Embedding origins". */
export interface AddressSection {
  readonly list: RegisteredAddresses;
  /** The body's field that holds the address. */
  readonly field: 'redirect_uri' | 'origin';
  readonly isRegistrable: (address: string) => boolean;
  /** What may be registered, in a sentence. */
  readonly rule: string;
}

const addressSchema = v.pipe(v.string(), v.maxLength(4000));

/**
 * `POST …/redirect-uris/add` and `POST …/origins/add`.
 *
 * @param services - what the route is built from
 * @param section - which of the two
 * @returns the handler, which answers the application as it is then
 * @throws Refusal `invalid_request` with the rule, `not_found`
 */
export function createAddressAddRoute(services: Services, section: AddressSection): Handler {
  const { list, field, isRegistrable, rule } = section;
  const bodySchema = v.object({ [field]: addressSchema });
  return async (context) => {
    const application = await findNamedApplication(services, context);
    const { [field]: address = '' } = await readJsonBody(context.req.raw, bodySchema);
    if (!isRegistrable(address)) throw createInvalid(rule);
    const registered = await list.list(application.clientId);
    if (registered.length >= maxAddresses) throw createInvalid(`${maxAddresses} are the most.`);
    if (!(await list.add(application.clientId, address))) throw createNoApplication();
    logFor(context).info(
      { client_id: application.clientId, [field]: dropQuery(address) },
      'address added',
    );
    return answerJson(context, await describeApplication(services, application));
  };
}

/**
 * `POST …/redirect-uris/remove` and `POST …/origins/remove`.
 *
 * @param services - what the route is built from
 * @param section - which of the two
 * @returns the handler, which answers the application as it is then
 * @throws Refusal `not_found` for the application; an address that is gone already is no error
 */
export function createAddressRemoveRoute(services: Services, section: AddressSection): Handler {
  const { list, field } = section;
  const bodySchema = v.object({ [field]: addressSchema });
  return async (context) => {
    const application = await findNamedApplication(services, context);
    const { [field]: address = '' } = await readJsonBody(context.req.raw, bodySchema);
    const isRemoved = await list.remove(application.clientId, address);
    const entry = { client_id: application.clientId, [field]: dropQuery(address) };
    if (isRemoved) logFor(context).info(entry, 'address removed');
    else await findNamedApplication(services, context);
    return answerJson(context, await describeApplication(services, application));
  };
}

/** What is in the query is the application's own business. */
function dropQuery(address: string): string {
  return address.split('?', 1)[0] ?? '';
}

function createInvalid(description: string): Refusal {
  return new Refusal([400, 'invalid_request'], description, { retryable: false });
}
