import { findReceiverProblem } from '../addresses/receiver-address.ts';
import type { Clock } from '../basics/clock.ts';
import { hashSecret } from '../basics/secrets.ts';
import type { GrantSeal } from '../providers/grant-seal.ts';
import type { Application, WebhookRegistration } from '../store/registered-application.ts';
import type { Store } from '../store/store.ts';
import { joinTypes, noOldSecret, switchedOn } from '../store/webhooks.ts';
import type { FindRules } from './receiver-rules.ts';
import { openSecrets, sealSecret } from './webhook-secret.ts';

/** The parts of the service that register webhooks outside of the dashboard. */
export interface KeepParts {
  readonly store: Pick<Store, 'auditLog'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly seal: GrantSeal;
  readonly findRules: FindRules;
}

/** The owner of a webhook. */
type KeptApplication = Pick<Application, 'clientId' | 'publicClientId' | 'name' | 'environment'>;

/**
 * Adds a webhook, or updates the one that this function has added for the same address. When its types or its secret
 * differ from those of the last call, it is switched on. The secret that it has stays, also one that an operator has
 * rotated, until the call has another one than the last.
 *
 * @param application - the owner
 * @returns its ID
 * @throws Error with the rule that the address breaks, or without GRANT_KEY
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
  // Two processes that start at once compute the same ID, so they add one webhook.
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
    // Another process that starts waits here, and then finds nothing to change.
    await changed.registrations.lock(clientId);
    const row = await changed.webhooks.findFromFile(webhook);
    if (!row) return false;
    const [current] = openSecrets(seal, { ...row, ...noOldSecret }, now) ?? [];
    const { file_secret_hash: lastHash } = row;
    const isSame =
      (lastHash === null ? current === secret : lastHash === fileSecretHash) &&
      sort(row.types) === sort(joinTypes(types));
    // A secret whose key is lost signs nothing.
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
