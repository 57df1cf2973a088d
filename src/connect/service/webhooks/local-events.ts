import { findReceiverProblem } from '../addresses/receiver-address.ts';
import type { Clock } from '../basics/clock.ts';
import type { GrantSeal } from '../providers/grant-seal.ts';
import type { NewEvent } from '../store/events.ts';
import { createSortableId } from '../store/sortable-id.ts';
import type { Store } from '../store/store.ts';
import type { FindRules } from './receiver-rules.ts';
import { sealSecret } from './webhook-secret.ts';

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

interface LocalEventParts extends Pick<LocalEvents, 'deliver' | 'catchUp'> {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly seal: GrantSeal;
  readonly findRules: FindRules;
}

/** @returns the functions for webhooks and events */
export function createLocalEvents(parts: LocalEventParts): LocalEvents {
  const { catchUp, clock, deliver, findRules, seal, store } = parts;
  const { webhooks } = store;

  async function findApplication(client_id: string) {
    const application = await store.applications.findByPublicId(client_id);
    if (application) return application;
    throw new Error(`There is no application ${client_id}.`);
  }

  return {
    deliver,
    catchUp,
    async addWebhook({ client_id, url, secret }) {
      const { clientId, environment } = await findApplication(client_id);
      const problem = findReceiverProblem(url, findRules(environment));
      if (problem) throw new Error(problem);
      const now = clock.now();
      const known = (await webhooks.list(clientId)).find((webhook) => webhook.url === url);
      const webhookId = known?.webhookId ?? `wh_${createSortableId(now)}`;
      const sealedSecret = sealSecret(seal, webhookId, secret);
      const own = { clientId, webhookId };
      if (known) {
        await webhooks.rotate(own, { sealedSecret, oldUntil: now });
        await webhooks.switchOn(own);
      } else {
        await webhooks.add({ ...own, url, types: 'all', sealedSecret, createdAt: now });
      }
    },
    async addEvent({ client_id, ...event }) {
      const { clientId } = await findApplication(client_id);
      return await store.events.add({ ...event, clientId } as NewEvent, clock.now());
    },
  };
}
