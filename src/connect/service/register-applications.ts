import { type Application, maxWebhooks } from './applications/registered-application.ts';
import { dropQuery } from './applications/routes/addresses.ts';
import type { Config } from './config.ts';
import { type KeepParts, keepWebhook } from './events/keep-webhook.ts';
import { createFindRules } from './events/send-webhook.ts';
import type { Store } from './store/store.ts';

interface RegisterParts extends Pick<KeepParts, 'clock' | 'seal'> {
  readonly store: Pick<Store, 'applications' | 'auditLog' | 'registrations' | 'webhooks'>;
}

/**
 * Adds or updates the configured applications with their webhooks. Switches other webhooks off if there are too many.
 *
 * @throws Error with the webhook's application and the broken rule
 */
export async function registerApplications(
  { applications, publicUrl = 'http://localhost', webhookAllowHosts }: Config,
  { store, clock, seal }: RegisterParts,
): Promise<void> {
  const parts = {
    store,
    clock,
    seal,
    findRules: createFindRules({ publicUrl, webhookAllowHosts }),
  };
  for (const registration of applications) {
    await store.applications.register(registration);
    const { client_id, webhooks = [] } = registration;
    const application = await store.applications.findByPublicId(client_id);
    // Another process may have deleted it at this moment.
    if (!application) continue;
    const kept = new Set<string>();
    for (const webhook of webhooks) {
      try {
        kept.add(await keepWebhook(parts, application, webhook));
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`The webhooks of ${client_id}: ${reason}`, { cause });
      }
    }
    if (kept.size > 0) await makeRoom(parts, application, kept);
  }
}

/** Switches off the newest webhooks that the file does not name. */
async function makeRoom(
  { store, clock }: RegisterParts,
  { clientId, publicClientId, name }: Application,
  kept: ReadonlySet<string>,
): Promise<void> {
  // Waits for a change by an operator who counted the webhooks before those of the file were added.
  await store.registrations.lock(clientId);
  const others = (await store.webhooks.list(clientId)).filter(
    ({ webhookId, offSince }) => !kept.has(webhookId) && offSince === null,
  );
  for (const { webhookId, url } of others.slice(maxWebhooks - kept.size)) {
    const now = clock.now();
    const entry = {
      via: 'service' as const,
      person: null,
      changedAt: now,
      action: 'webhook_switched_off' as const,
      ...{ clientId: publicClientId, application: name, detail: dropQuery(url) },
    };
    await store.auditLog.change(entry, ({ webhooks }) =>
      webhooks.switchOff({ clientId, webhookId }, { now, reason: 'operator' }),
    );
  }
}
