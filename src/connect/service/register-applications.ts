import type { Config } from './config.ts';
import type { Store } from './store/store.ts';
import { type KeepParts, keepWebhook } from './webhooks/keep-webhook.ts';
import { createFindRules } from './webhooks/receiver-rules.ts';

/** The parts that registering needs. */
interface RegisterParts extends Pick<KeepParts, 'clock' | 'seal'> {
  readonly store: Pick<Store, 'applications' | 'webhooks'>;
}

/**
 * Registers the configured applications, or updates them, with their webhooks.
 *
 * @throws Error that names the webhook's application and the broken rule
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
    // Another process may delete it at this moment.
    if (!application) continue;
    for (const webhook of webhooks) {
      try {
        await keepWebhook(parts, application, webhook);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`The webhooks of ${client_id}: ${reason}`, { cause });
      }
    }
  }
}
