import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { eventTypes } from '../../shapes/unions.ts';
import { type GrantSeal, tryOpen } from '../basics/grant-seal.ts';

const secretContext = (webhookId: string) => JSON.stringify(['webhook', webhookId]);

export function sealSecret(seal: GrantSeal, webhookId: string, secret: string): string {
  return seal.seal(secret, secretContext(webhookId));
}

interface SealedSecrets {
  readonly webhook_id: string;
  readonly sealed_secret: string;
  readonly old_sealed_secret: string | null;
  readonly old_secret_until: number | null;
}

/** Decrypts the valid secrets, newest first. Undefined when GRANT_KEY does not contain the key that encrypted them. */
export function openSecrets(
  seal: GrantSeal,
  { webhook_id, sealed_secret, old_sealed_secret, old_secret_until }: SealedSecrets,
  now: number,
): readonly string[] | undefined {
  const isOldValid = old_secret_until !== null && old_secret_until > now;
  const sealed = [sealed_secret, ...(isOldValid && old_sealed_secret ? [old_sealed_secret] : [])];
  const opened = sealed.map((text) => tryOpen(seal, text, secretContext(webhook_id))?.value);
  return opened.every((secret) => typeof secret === 'string') ? opened : undefined;
}

interface Message {
  /** The ID of the event. It stays the same when the event is sent again. */
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
}

const secretBytes = 32;

export function createWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/** @returns true for a secret that every receiver can use. Receivers in Python and Go refuse base64 without its padding. */
export function isWebhookSecret(secret: string): boolean {
  return (
    /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret) && (secret.length - 'whsec_'.length) % 4 === 0
  );
}

/**
 * Creates the headers of Standard Webhooks. There is one signature for each valid secret.
 *
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

export const webhookBody = v.object({
  url: v.pipe(v.string(), v.trim(), v.maxLength(4000)),
  types: v.union([
    v.literal('all'),
    v.pipe(v.array(v.picklist(eventTypes)), v.minLength(1), v.maxLength(100)),
  ]),
});

export const registeredWebhook = v.object({
  ...webhookBody.entries,
  secret: v.pipe(
    v.string(),
    v.check(isWebhookSecret, 'must be whsec_ and at least 24 bytes in base64'),
  ),
});
