import type { Arrival } from '../http/endpoint.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import type { RegisteredApplication } from '../store/registrations.ts';

// What a client ID can be. Anything else is not even looked up: PostgreSQL takes no U+0000.
const clientIdPattern = /^[\x21-\x7e]{1,200}$/;

/** What the handler of an endpoint about one application gets. */
export interface ApplicationRequest extends Arrival {
  readonly application: RegisteredApplication;
}

/**
 * @param services - the store
 * @returns a check: the path names the client ID of an application
 */
export function namedApplication({ store }: Services) {
  return async ({ context }: Arrival): Promise<Pick<ApplicationRequest, 'application'>> => {
    const clientId = context.req.param('client_id') ?? '';
    const isClientId = clientIdPattern.test(clientId);
    const application = isClientId ? await store.registrations.find(clientId) : undefined;
    if (application) return { application };
    throw createNoApplication();
  };
}

/** @returns the refusal of what asks for an application that is not there, or no longer */
export function createNoApplication(): Refusal {
  return new Refusal([404, 'not_found'], 'There is no such application.', { retryable: false });
}
