import * as v from 'valibot';
import type { Application } from '../applications/registered-application.ts';
import type { Arrival } from '../http/endpoint.ts';

const credential = v.optional(v.pipe(v.string(), v.maxLength(1000)));

/** Credentials in the body instead of HTTP Basic. */
export const optionalCredentials = { client_id: credential, client_secret: credential };

/** The body of a request about a session. */
export const namedSessionBody = v.object(optionalCredentials);

/** Marks a request without a body, whose credentials are in HTTP Basic. */
export function withoutBody(): { readonly body: v.InferOutput<typeof namedSessionBody> } {
  return { body: {} };
}

/** A request about one session. */
export interface SessionRequest extends Arrival {
  readonly application: Application;
}

/** @returns the session in the address, within the requesting application */
export function readSessionName({ context, application }: SessionRequest) {
  return { clientId: application.clientId, sessionId: context.req.param('session_id') ?? '' };
}
