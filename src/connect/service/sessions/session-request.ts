import * as v from 'valibot';
import type { Application } from '../applications/registered-application.ts';
import type { Arrival } from '../http/endpoint.ts';
import { Refusal } from '../http/refusal.ts';

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

/** @returns the refusal for a session that is unknown, ended too long ago, or belongs to another application */
export function createUnknownSession(): Refusal {
  return new Refusal(
    [404, 'not_found'],
    'This application has no such session. Sessions are kept for seven days after their end.',
  );
}

/** @returns the refusal for a session that has connected an account */
export function createConnected(): Refusal {
  return new Refusal(
    [409, 'already_connected'],
    'This session has connected an account already. To end the connection, disconnect the account.',
  );
}
