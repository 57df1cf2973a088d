import { type GrantSeal, tryOpen } from '../basics/grant-seal.ts';

const secretContext = (webhookId: string) => JSON.stringify(['webhook', webhookId]);

/** @returns sealed text for the database */
export function sealSecret(seal: GrantSeal, webhookId: string, secret: string): string {
  return seal.seal(secret, secretContext(webhookId));
}

/** The secrets of a webhook as they are stored: sealed. */
interface SealedSecrets {
  readonly webhook_id: string;
  readonly sealed_secret: string;
  readonly old_sealed_secret: string | null;
  readonly old_secret_until: number | null;
}

/**
 * @param now - milliseconds since the epoch
 * @returns the valid secrets, newest first; undefined when GRANT_KEY lacks their key
 */
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
