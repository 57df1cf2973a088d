import type { Arrival } from '../http/endpoint.ts';
import { parseFields } from '../http/json-body.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { authenticateBackend } from './authenticate-backend.ts';
import { type ClientCredentials, credentialSchema } from './client-authentication.ts';
import type { Application } from './registered-application.ts';

interface ClientRequest extends Arrival {
  readonly body: { readonly [Key in keyof ClientCredentials]?: string | undefined };
  readonly network: string;
}

const basicPattern = /^Basic +([\w+/-]+=*)$/i;

/** An application, and the client secret from its request. */
interface BasicClient {
  readonly application: Application;
  readonly clientSecret: string;
}

/**
 * Creates a check that authenticates an application by HTTP Basic or by fields of the body, not by both.
 *
 * @throws Refusal 400 `invalid_request`, 401 `invalid_client` or 429 `rate_limited`; from the check
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
 */
export function createBasicClientCheck(parts: Pick<Parts, 'clock' | 'limiters' | 'store'>) {
  const authenticate = async (body: ClientCredentials, network: string): Promise<BasicClient> => ({
    application: await authenticateBackend(parts, { body, network }),
    clientSecret: body.client_secret,
  });
  return async ({ context, body, network }: ClientRequest): Promise<BasicClient> => {
    const header = context.req.header('Authorization');
    if (header === undefined) {
      if (body.client_id === undefined || body.client_secret === undefined) throw createMissing();
      return await authenticate(parseFields(body, credentialSchema), network);
    }
    if (body.client_secret !== undefined) {
      throw new Refusal(
        [400, 'invalid_request'],
        'Authenticate by HTTP Basic or by fields of the body, not by both.',
      );
    }
    try {
      return await authenticate(readBasic(header), network);
    } catch (error) {
      throw error instanceof Refusal && error.status === 401 ? asBasic(error) : error;
    }
  };
}

/** Both halves are form-encoded before they are joined, so they may contain a colon. */
function readBasic(header: string): ClientCredentials {
  const [, encoded = ''] = basicPattern.exec(header) ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) throw createMissing();
  const [client_id, client_secret] = [text.slice(0, colon), text.slice(colon + 1)].map(decode);
  if (!client_id || !client_secret) throw createMissing();
  return parseFields({ client_id, client_secret }, credentialSchema);
}

function decode(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text') ?? '';
}

function createMissing(): Refusal {
  return new Refusal(
    [401, 'invalid_client'],
    'Send client_id and client_secret, as fields or by HTTP Basic.',
  );
}

/** Adds the challenge that RFC 6749, section 5.2 requires after failed HTTP Basic authentication. */
function asBasic({ status, error, message, extras }: Refusal): Refusal {
  const headers = { ...extras.headers, 'WWW-Authenticate': 'Basic realm="tax-connect"' };
  return new Refusal([status, error], message, { ...extras, headers });
}
