import { type Application, maxWebhooks } from './applications/registered-application.ts';
import { dropQuery } from './applications/routes/addresses.ts';
import type { Config } from './config.ts';
import { type KeepParts, keepWebhook } from './events/keep-webhook.ts';
import { createFindRules } from './events/send-webhook.ts';
import { makeChange, serviceActor } from './operators/audit-log.ts';
import type { Store } from './store/store.ts';

interface RegisterParts extends Pick<KeepParts, 'clock' | 'seal'> {
  readonly store: Pick<Store, 'applications' | 'auditLog' | 'registrations' | 'webhooks'>;
}

/**
 * Adds or updates the applications of APPLICATIONS_FILE, with their webhooks. If an application then has too many
 * webhooks, those that are not in the file are switched off, newest first.
 *
 * @throws Error that names the application of an invalid webhook and the rule
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
    await store.applications.register(registration, clock.now());
    const { client_id, webhooks = [] } = registration;
    const application = await store.applications.findByPublicId(client_id);
    // Another process may have deleted the application in the meantime.
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

/** Switches off the newest webhooks that the file does not contain, as far as they exceed the maximum. */
async function makeRoom(
  parts: RegisterParts,
  application: Application,
  kept: ReadonlySet<string>,
): Promise<void> {
  const { store, clock } = parts;
  const { clientId } = application;
  // An operator may have counted the webhooks before those of the file were added. The lock waits for that operator's
  // change.
  await store.registrations.lock(clientId);
  const others = (await store.webhooks.list(clientId)).filter(
    ({ webhook_id, off_since }) => !kept.has(webhook_id) && off_since === null,
  );
  const by = { actor: serviceActor, application };
  for (const webhook of others.slice(maxWebhooks - kept.size)) {
    await makeChange(parts, by, {
      action: 'webhook_switched_off',
      detail: dropQuery(webhook.url),
      apply: ({ webhooks }) =>
        webhooks.switchOff(webhook, { now: clock.now(), reason: 'operator' }),
    });
  }
}
