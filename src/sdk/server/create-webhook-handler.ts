import { Webhook } from 'standardwebhooks';
import { describeUnknownOption } from '../protocol/unknown-name.ts';
import { type ConnectEvent, parseConnectEvent } from './connect-event.ts';
import { reportError } from './log-error.ts';
import { UsedBodyError } from './node-request.ts';
import { parseJson, readBytes } from './service-exchange.ts';
import { answerWebhookError, WebhookError } from './webhook-error.ts';

/** Passed to `onEvent` and `onError`: the request that delivered the event. */
export interface WebhookContext {
  /** Its body has already been read, and cannot be read again. */
  readonly request: Request;
}

/** The options of `createWebhookHandler`. */
export interface WebhookOptions {
  /**
   * The secret of the webhook, which begins with `whsec_`; from the environment or a secret store. While it is being
   * changed, pass a list of the old and the new one. Undefined and empty entries are ignored; one secret is required.
   */
  readonly secret: string | undefined | readonly (string | undefined)[];
  /**
   * Handles one event, within 10 seconds. If it throws or its promise rejects, the service sends the event again. An
   * event can come more than once, and in any order, so store `event.id`, or make the function idempotent.
   */
  onEvent(event: ConnectEvent, context: WebhookContext): void | Promise<void>;
  /**
   * Called with each error, for the application's log. Exceptions of `onError` are ignored. Without `onError`, each
   * error is printed to the console in one line, without secret or signature.
   */
  readonly onError?:
    | ((error: WebhookError, context: WebhookContext) => void | Promise<void>)
    | undefined;
}

/** The endpoint to which the Connect service posts events. */
export interface WebhookHandler {
  /**
   * Handles a web-standard request. In Node and Express, mount it with `toNodeHandler`.
   *
   * @param request - with the body as it was sent, not yet read
   * @returns 204 after `onEvent` has succeeded, otherwise a status of 400 or more with the JSON body
   *   `{ error, error_description }`
   */
  (request: Request): Promise<Response>;
  /**
   * Checks the options at once. Call it when the backend starts, not when it is built: a build may have no secrets.
   *
   * @throws WebhookError `invalid_options`, with the name of the option
   */
  check(): void;
}

/**
 * Creates the endpoint that receives the events of the Connect service. It accepts requests that one of the secrets
 * has signed within the last five minutes (Standard Webhooks), and passes each event to `onEvent`.
 *
 * Options are checked at the first request, or by `check`. With wrong options, the response is 500.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { createWebhookHandler, toNodeHandler } from 'tax-connect/server';
 *
 * const handleWebhook = createWebhookHandler({
 *   secret: process.env.CONNECT_WEBHOOK_SECRET,
 *   onEvent({ type, data }) {
 *     if (type === 'connection.login_required') console.log('Ask for a new sign-in:', data.accountId);
 *   },
 * });
 * handleWebhook.check();
 * createServer(toNodeHandler(handleWebhook)).listen(3000);
 * ```
 * @see https://www.standardwebhooks.com
 */
export function createWebhookHandler(options: WebhookOptions): WebhookHandler {
  const { onError, secret } = options;
  let verifiers: readonly Webhook[] | undefined;
  const getVerifiers = () => {
    verifiers ??= checkWebhookOptions(options);
    return verifiers;
  };

  const handleWebhook = async (request: Request): Promise<Response> => {
    const context = { request };
    try {
      const event = await readWebhook(request, getVerifiers());
      await callOnEvent(options, event, context);
      return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
    } catch (cause) {
      const error =
        cause instanceof WebhookError ? cause : new WebhookError('event_failed', { cause });
      await reportError('webhook', error, {
        onError: onError && (() => onError(error, context)),
        secrets: listSecrets(secret),
      });
      return answerWebhookError(error);
    }
  };

  return Object.assign(handleWebhook, { check: () => void getVerifiers() });
}

async function callOnEvent(options: WebhookOptions, event: ConnectEvent, context: WebhookContext) {
  try {
    await options.onEvent(event, context);
  } catch (cause) {
    throw new WebhookError('event_failed', { cause });
  }
}

const names = ['secret', 'onEvent', 'onError'];

/** Creates a verifier for each secret. @throws WebhookError that does not quote the value, which may be a secret */
function checkWebhookOptions(options: WebhookOptions): readonly Webhook[] {
  const unknown = describeUnknownOption(options, names);
  if (unknown) throw invalid(unknown);
  if (typeof options.onEvent !== 'function') throw invalid('onEvent must be a function.');
  const secrets = listSecrets(options.secret);
  if (secrets.length === 0) {
    throw invalid('secret must be set; if it is from the environment, set its variable.');
  }
  return secrets.map((secret) => {
    if (secretPattern.test(secret)) return new Webhook(secret);
    throw invalid('secret must be the whole secret of a webhook: whsec_ and 24 bytes or more.');
  });
}

/** Lists the secrets without blanks and line breaks around them, which a file or a copied text may add. */
function listSecrets(secret: WebhookOptions['secret']): readonly string[] {
  const entries = typeof secret === 'string' ? [secret] : (secret ?? []);
  const cleaned = entries.map((entry) => (typeof entry === 'string' ? entry.trim() : entry));
  return cleaned.filter((entry) => entry !== undefined).filter((entry) => entry !== '');
}

// A shorter secret is cut off or a placeholder, and events signed with it could be forged.
const secretPattern = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;

function invalid(rule: string): WebhookError {
  return new WebhookError('invalid_options', { rule });
}

// An event has only a few hundred bytes.
const maxBytes = 64 * 1024;
const toleranceSeconds = 5 * 60;
const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/**
 * @throws WebhookError, before the body is parsed, unless a secret has signed it within the last five minutes
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
async function readWebhook(request: Request, verifiers: readonly Webhook[]): Promise<ConnectEvent> {
  if (request.method !== 'POST') throw new WebhookError('method_not_allowed');
  const headers = readHeaders(request);
  assertRecent(headers['webhook-timestamp']);
  const body = await readBody(request);
  if (!verifiers.some((verifier) => isSigned(verifier, body, headers))) {
    throw new WebhookError('invalid_signature');
  }
  const event = parseConnectEvent(parseJson(body));
  if (!event) throw new WebhookError('invalid_request');
  return event;
}

type WebhookHeaders = Record<(typeof headerNames)[number], string>;

function readHeaders({ headers }: Request): WebhookHeaders {
  const [id, timestamp, signature] = headerNames.map((name) => headers.get(name));
  if (!id || !timestamp || !signature) throw new WebhookError('invalid_request');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

function assertRecent(timestamp: string): void {
  // The package reads only the leading digits, so it would accept `1700000000 and more`.
  if (!/^[1-9]\d{0,14}$/.test(timestamp)) throw new WebhookError('invalid_request');
  const differenceMs = Date.now() - Number(timestamp) * 1000;
  if (Math.abs(differenceMs) > toleranceSeconds * 1000) throw new WebhookError('invalid_timestamp');
}

async function readBody(request: Request): Promise<string> {
  if (request.bodyUsed || request.body?.locked) throw new WebhookError('body_already_read');
  const bytes = await readBytes(request, maxBytes).catch((cause: unknown) => {
    // A `UsedBodyError` means that other code has read the body; any other, that the sender has disconnected.
    const code = cause instanceof UsedBodyError ? 'body_already_read' : 'invalid_request';
    throw new WebhookError(code, { cause });
  });
  if (!bytes) throw new WebhookError('body_too_large');
  try {
    // Invalid UTF-8 is refused, and a byte order mark kept, or other bytes could pass with the same signature.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new WebhookError('invalid_signature', { cause });
  }
}

/** Verifies the signature in constant time. With checked headers, the package throws only for a wrong signature. */
function isSigned(verifier: Webhook, body: string, headers: WebhookHeaders): boolean {
  try {
    verifier.verify(body, headers, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
