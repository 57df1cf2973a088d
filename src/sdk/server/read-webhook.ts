import type { Webhook } from 'standardwebhooks';
import { type ConnectEvent, parseConnectEvent } from './connect-event.ts';
import { UsedBodyError } from './node-request.ts';
import { parseJson, readBytes } from './service-exchange.ts';
import { WebhookError } from './webhook-error.ts';

// An event has only a few hundred bytes.
const maxBytes = 64 * 1024;
const toleranceSeconds = 5 * 60;
const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/**
 * Reads the event in a webhook request. The time and the signature are verified before the body is parsed.
 *
 * @throws WebhookError unless one of the secrets has signed this event within the last five minutes
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function readWebhook(
  request: Request,
  verifiers: readonly Webhook[],
): Promise<ConnectEvent> {
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
