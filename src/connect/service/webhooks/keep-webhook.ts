import { createHash } from 'node:crypto';
import { findReceiverProblem } from '../addresses/receiver-address.ts';
import type { Clock } from '../basics/clock.ts';
import type { GrantSeal } from '../providers/grant-seal.ts';
import type { Application, WebhookRegistration } from '../store/registered-application.ts';
import type { Store } from '../store/store.ts';
import type { FindRules } from './receiver-rules.ts';
import { sealSecret } from './webhook-secret.ts';

/** The parts of the service that register webhooks outside of the dashboard. */
export interface KeepParts {
  readonly store: Pick<Store, 'webhooks'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly seal: GrantSeal;
  readonly findRules: FindRules;
}

/**
 * Adds a webhook, or updates the one that this function has added for the same address. Then that one is
 * switched on, and only the new secret signs.
 *
 * @param application - the owner
 * @returns its ID
 * @throws Error with the rule that the address breaks, or without GRANT_KEY
 */
export async function keepWebhook(
  { store, clock, seal, findRules }: KeepParts,
  { clientId, environment }: Pick<Application, 'clientId' | 'environment'>,
  { url, types, secret }: WebhookRegistration,
): Promise<string> {
  const problem = findReceiverProblem(url, findRules(environment));
  if (problem) throw new Error(problem);
  if (!seal.isEncrypting) {
    throw new Error('webhooks need GRANT_KEY, which encrypts their secrets.');
  }
  // Two processes that start at once compute the same ID, so they add one webhook.
  const hash = createHash('sha256')
    .update(JSON.stringify([clientId, url]))
    .digest('hex');
  const webhookId = `wh_${hash.slice(0, 32)}`;
  const sealedSecret = sealSecret(seal, webhookId, secret);
  const createdAt = clock.now();
  await store.webhooks.keep({ clientId, webhookId, url, types, sealedSecret, createdAt });
  return webhookId;
}
