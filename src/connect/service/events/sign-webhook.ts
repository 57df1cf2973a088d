import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** A message to sign. */
interface Message {
  /** The event's ID. It stays the same when the event is sent again. */
  readonly id: string;
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

const secretBytes = 32;

/** @returns a new secret with 256 random bits */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/** @returns whether the text has the form of a webhook secret */
export function isWebhookSecret(secret: string): boolean {
  return /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret);
}

/**
 * @param secrets - the valid secrets. Each makes one signature
 * @returns the headers of Standard Webhooks
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signWebhook({ id, body, sentAt }: Message, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, new Date(sentAt), body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
