import * as v from 'valibot';
import type { Arrival } from '../http/endpoint.ts';
import type { Application } from '../store/store.ts';

const credential = v.optional(v.pipe(v.string(), v.maxLength(1000)));

/** Credentials in the body instead of HTTP Basic. */
export const optionalCredentials = { client_id: credential, client_secret: credential };

/** Makes an optional field. A refusal quotes the rule after the field's name. */
export const field = <Schema extends v.GenericSchema>(schema: Schema, rule: string) =>
  v.pipe(v.nullish(schema, null), v.description(rule));

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
