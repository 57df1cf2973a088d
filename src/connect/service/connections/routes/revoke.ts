import * as v from 'valibot';
import type { Application } from '../../applications/registered-application.ts';
import { hashSecret } from '../../basics/secrets.ts';
import type { Arrival } from '../../http/endpoint.ts';
import type { Parts } from '../../http/parts.ts';

const field = v.pipe(v.string(), v.maxLength(1000));

/** The token to revoke. There is only one type, so `token_type_hint` is ignored. */
export const revocationBody = v.object({
  token: v.pipe(field, v.minLength(1)),
  client_id: v.optional(field),
  client_secret: v.optional(field),
});

interface RevocationRequest extends Arrival {
  readonly body: v.InferOutput<typeof revocationBody>;
  readonly application: Application;
}

/**
 * `POST /auth/revoke`: ends one of the application's tokens. The response is the same for an unknown token, so that
 * an application cannot test the tokens of others.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7009#section-2.2
 */
export function revokeToken({ clock, store }: Pick<Parts, 'clock' | 'store'>) {
  return async ({ context, body, application }: RevocationRequest) => {
    const { clientId } = application;
    const tokenHash = hashSecret(body.token);
    await store.accounts.revokeToken({ clientId, tokenHash }, clock.now());
    return context.body(null, 200, { 'Cache-Control': 'no-store' });
  };
}
