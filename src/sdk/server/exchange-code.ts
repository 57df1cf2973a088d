import { isText, matches } from '../protocol/record.ts';
import { requestAuthenticated } from './authenticated-request.ts';
import { ExchangeError, type ExchangeErrorCode } from './request-errors.ts';
import {
  type ApplicationOptions,
  applicationRules,
  optional,
  type Rules,
} from './service-options.ts';
import { isRedirectUri } from './service-url.ts';
import { parseTokenResponse, type TokenResponse } from './token-response.ts';

/** The options of `exchangeCode`. */
export interface ExchangeOptions extends ApplicationOptions {
  /** The authorization code from the page. An exchange uses up the code, even if the exchange fails. */
  readonly code: string;
  /** Redirect flow only: exactly the redirect URI with which the flow was started. Omit it in the embedded flow. */
  readonly redirectUri?: string | undefined;
  /**
   * Redirect flow with PKCE only: the text from which the flow's `code_challenge` was computed. Create a new one
   * for each flow, and keep it in the user's session.
   */
  readonly codeVerifier?: string | undefined;
}

const rules: Rules<ExchangeOptions> = {
  ...applicationRules,
  code: [(value) => isText(value, 4096) && value !== '', 'must be a non-empty string'],
  redirectUri: optional(isRedirectUri, 'must be an https address (or http on localhost)'),
  codeVerifier: optional(
    // https://www.rfc-editor.org/rfc/rfc7636#section-4.1
    matches(/^[\w.~-]{43,128}$/),
    'must have 43 to 128 letters, digits or - . _ ~',
  ),
};

const refusals: Readonly<Record<string, ExchangeErrorCode>> = {
  '400 invalid_request': 'invalid_request',
  '400 invalid_client': 'invalid_client',
  '401 invalid_client': 'invalid_client',
  '400 invalid_grant': 'invalid_grant',
  '400 unauthorized_client': 'unauthorized_client',
  '400 unsupported_grant_type': 'unsupported_grant_type',
  '400 invalid_scope': 'invalid_scope',
};

/**
 * Exchanges an authorization code for an access token, in one request that is never repeated. A code works once. If
 * the response is lost, it is unknown whether the code was used. After a failure, start a new flow.
 *
 * @throws ExchangeError `invalid_grant` for a code that is unknown, used, expired or another application's, or whose
 *   redirect URI or verifier differs. `invalid_client` for wrong credentials. `invalid_request`,
 *   `unauthorized_client`, `unsupported_grant_type` and `invalid_scope` from the service. The codes of
 *   {@link CommonErrorCode}: for example, `bad_response` for a response of more than 64 kB
 * @example
 * ```ts
 * import { exchangeCode } from 'tax-connect/server';
 *
 * const clientSecret = process.env.CONNECT_CLIENT_SECRET ?? '';
 * const own = { baseUrl: 'https://connect.example', clientId: 'my_app', clientSecret };
 * const { accountId, accessToken } = await exchangeCode({ ...own, code: 'code_from_the_page' });
 * ```
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3
 */
export async function exchangeCode(options: ExchangeOptions): Promise<TokenResponse> {
  const request = {
    method: 'POST',
    path: ['auth', 'token'],
    hasCredentialsInBody: true,
    fields: {
      client_id: options.clientId,
      client_secret: options.clientSecret,
      code: options.code,
      // `JSON.stringify` leaves out fields that are undefined.
      redirect_uri: options.redirectUri,
      code_verifier: options.codeVerifier,
    },
    expected: 'a token response',
    parse: parseTokenResponse,
    refusals,
    ErrorClass: ExchangeError,
  } as const;
  return await requestAuthenticated(options, request, rules);
}
