import type { NewEvent } from '../store/events.ts';
import type { Store } from '../store/store.ts';
import { type KeepParts, keepWebhook } from './keep-webhook.ts';

/** A webhook for every type of event. */
interface LocalWebhook {
  /** As the application's developers know it. */
  readonly client_id: string;
  readonly url: string;
  /** Begins with `whsec_`. */
  readonly secret: string;
}

/** An event that a test makes up. */
export type LocalEvent = Omit<NewEvent, 'clientId'> & Pick<LocalWebhook, 'client_id'>;

/** For `npx tax-connect dev` and for tests: webhooks without the dashboard, and events that did not happen. */
export interface LocalEvents {
  /**
   * Adds a webhook. If the application has one with this address, that one gets the secret and is switched on.
   *
   * @throws Error with the rule that the address breaks
   */
  addWebhook(webhook: LocalWebhook): Promise<void>;
  /** @returns its ID */
  addEvent(event: LocalEvent): Promise<string>;
  /** Sends everything that is due. Resolves when each try has ended. */
  deliver(): Promise<void>;
  /**
   * After the clock was moved: ends what is over, sends the events, and revokes grants. Resolves when each has been
   * tried.
   */
  catchUp(): Promise<void>;
}

interface LocalEventParts extends KeepParts, Pick<LocalEvents, 'deliver' | 'catchUp'> {
  readonly store: Store;
}

/** @returns the functions for webhooks and events */
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
      const webhookId = await keepWebhook(parts, application, { url, types: 'all', secret });
      await store.webhooks.switchOn({ clientId: application.clientId, webhookId });
    },
    async addEvent({ client_id, ...event }) {
      const { clientId } = await findApplication(client_id);
      return await store.events.add({ ...event, clientId } as NewEvent, clock.now());
    },
  };
}
