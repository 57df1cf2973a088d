import type { Context } from 'hono';
import { type Arrival, withFacts } from '../http/endpoint.ts';
import { Refusal } from '../http/refusal.ts';
import type { Application } from './registered-application.ts';

// The format of a client ID. Other values are not looked up, because PostgreSQL refuses some of them, such as U+0000.
const clientIdPattern = /^[\x21-\x7e]{1,200}$/;

/** A request about an application, which the operator has named, or whose backend has sent it. */
export interface ApplicationRequest extends Arrival {
  readonly application: Application;
}

export function readClientId(context: Context): string | undefined {
  const clientId = context.req.param('client_id') ?? '';
  return clientIdPattern.test(clientId) ? clientId : undefined;
}

export const namedApplication = withFacts(
  { refusals: [404] },
  async ({ parts: { store }, context }: Arrival) => {
    const clientId = readClientId(context);
    const application =
      clientId === undefined ? undefined : await store.applications.findByPublicId(clientId);
    if (application) return { application };
    throw createNoApplication();
  },
);

export function createNoApplication(): Refusal {
  return new Refusal([404, 'not_found'], 'There is no such application.');
}
