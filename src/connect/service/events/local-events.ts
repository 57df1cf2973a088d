import type { Store } from '../store/store.ts';
import type { NewEvent } from './events.ts';
import { type KeepParts, keepWebhook } from './keep-webhook.ts';

interface LocalWebhook {
  readonly client_id: string;
  readonly url: string;
  /** The secret begins with `whsec_`. */
  readonly secret: string;
}

/** An event invented by a test. */
export type LocalEvent = Omit<NewEvent, 'clientId'> & Pick<LocalWebhook, 'client_id'>;

/** Adds webhooks and events without the dashboard, for `npx tax-connect dev` and tests. */
export interface LocalEvents {
  /**
   * Adds a webhook. If the application already has a webhook with this address, that webhook gets the secret and is
   * switched on.
   *
   * @throws Error with the rule that the address breaks
   */
  addWebhook(webhook: LocalWebhook): Promise<void>;
  addEvent(event: LocalEvent): Promise<string>;
  /** Sends all deliveries that are due. Resolves when every attempt has ended. */
  deliver(): Promise<void>;
  /**
   * Call it after the clock was moved. It ends sessions and consents that have expired, sends their events, and
   * revokes grants. Resolves when everything was tried once.
   */
  catchUp(): Promise<void>;
}

interface LocalEventParts extends KeepParts, Pick<LocalEvents, 'deliver' | 'catchUp'> {
  readonly store: Store;
}

export function createLocalEvents(parts: LocalEventParts): LocalEvents {
  const { catchUp, clock, deliver, store } = parts;

  async function findApplication(client_id: string) {
    const application = await store.applications.findByPublicId(client_id);
    if (application) return application;
    throw new Error(`There is no application ${client_id}.`);
  }

  return {
    deliver,
    catchUp,
    async addWebhook({ client_id, url, secret }) {
      const application = await findApplication(client_id);
      const webhook_id = await keepWebhook(parts, application, { url, types: 'all', secret });
      await store.webhooks.switchOn({ client_id: application.clientId, webhook_id });
    },
    async addEvent({ client_id, ...event }) {
      const { clientId } = await findApplication(client_id);
      return await store.events.add({ ...event, clientId } as NewEvent, clock.now());
    },
  };
}
