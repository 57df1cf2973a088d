import { findReceiverProblem } from '../addresses/receiver-address.ts';
import type { Application, WebhookRegistration } from '../applications/registered-application.ts';
import type { Clock } from '../basics/clock.ts';
import type { GrantSeal } from '../basics/grant-seal.ts';
import { hashSecret } from '../basics/secrets.ts';
import type { Store } from '../store/store.ts';
import type { FindRules } from './send-webhook.ts';
import { openSecrets, sealSecret } from './webhook-secret.ts';
import { joinTypes, noOldSecret, switchedOn } from './webhooks.ts';

/** What registers a webhook outside the dashboard. */
export interface KeepParts {
  readonly store: Pick<Store, 'auditLog'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly seal: GrantSeal;
  readonly findRules: FindRules;
}

type KeptApplication = Pick<Application, 'clientId' | 'publicClientId' | 'name' | 'environment'>;

/**
 * Adds a webhook, or updates the one that an earlier call added for the same address. The webhook is switched on when
 * its types or its secret differ from those of the last call. A secret that an operator has rotated stays until a
 * call passes a new one. Returns the webhook's ID.
 *
 * @throws Error with the rule that the address breaks, or when GRANT_KEY is missing
 */
export async function keepWebhook(
  parts: KeepParts,
  application: KeptApplication,
  { url, types, secret }: WebhookRegistration,
): Promise<string> {
  const { store, clock, seal, findRules } = parts;
  const { clientId, publicClientId, name } = application;
  const problem = findReceiverProblem(url, findRules(application.environment));
  if (problem) throw new Error(problem);
  if (!seal.isEncrypting) {
    throw new Error('webhooks need GRANT_KEY, which encrypts their secrets.');
  }
  // The ID is computed from the address, so that two processes that start at once add one webhook.
  const webhookId = `wh_${hashSecret(JSON.stringify([clientId, url])).slice(0, 32)}`;
  const now = clock.now();
  const entry = {
    ...({ via: 'service', person: null, changedAt: now } as const),
    ...{ clientId: publicClientId, application: name, detail: url.split('?', 1)[0] ?? '' },
  };
  const sealedSecret = sealSecret(seal, webhookId, secret);
  const fileSecretHash = hashSecret(JSON.stringify([webhookId, secret]));
  const webhook = { clientId, webhookId, url, types, sealedSecret, createdAt: now, fileSecretHash };
  const isAdded = await store.auditLog.change({ ...entry, action: 'webhook_added' }, (changed) =>
    changed.webhooks.addFromFile(webhook),
  );
  if (isAdded) return webhookId;
  await store.auditLog.change({ ...entry, action: 'webhook_changed' }, async (changed) => {
    // A second process that starts waits here, and then finds nothing to change.
    await changed.registrations.lock(clientId);
    const row = await changed.webhooks.findFromFile(webhook);
    if (!row) return false;
    const [current] = openSecrets(seal, { ...row, ...noOldSecret }, now) ?? [];
    const { file_secret_hash: lastHash } = row;
    const isSame =
      (lastHash === null ? current === secret : lastHash === fileSecretHash) &&
      sort(row.types) === sort(joinTypes(types));
    // A secret without its key cannot sign, so it is replaced.
    const isReplaced = current === undefined || (lastHash !== fileSecretHash && current !== secret);
    await changed.webhooks.setFromFile(webhook, {
      file_secret_hash: fileSecretHash,
      ...(isSame ? {} : { types: joinTypes(types), ...switchedOn }),
      ...(isReplaced ? { sealed_secret: sealedSecret, ...noOldSecret } : {}),
    });
    return !isSame || isReplaced;
  });
  return webhookId;
}

const sort = (types: string | null) => types?.split(' ').sort().join(' ');
