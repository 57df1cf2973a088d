import type { Kysely, Selectable } from 'kysely';
import type { EventType } from '../../shapes/unions.ts';
import { batchSize } from '../store/batches.ts';
import { addJobs } from '../store/jobs.ts';
import type { Database } from '../store/schema.ts';
import { createDeliveryRow } from './delivery-entries.ts';

/** An event that is being published. */
export type PublishedEvent = Pick<
  Selectable<Database['events']>,
  'id' | 'client_id' | 'type' | 'created_at' | 'data'
> & { readonly position: number };

/**
 * Adds deliveries for the webhooks that subscribe to the events. Call it in the transaction that publishes the
 * events, so that each event is delivered once.
 *
 * @param now - milliseconds since the epoch
 */
export async function addDeliveries(
  transaction: Kysely<Database>,
  events: readonly PublishedEvent[],
  now: number,
): Promise<void> {
  const clientIds = [...new Set(events.map(({ client_id }) => client_id))];
  if (clientIds.length === 0) return;
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select(['webhook_id', 'client_id', 'types'])
    .where('client_id', 'in', clientIds)
    .where('off_since', 'is', null)
    .execute();
  // IDs contain the clocks of several processes, so only positions give the order.
  const inOrder = [...events].sort((one, other) => one.position - other.position);
  const rows = inOrder.flatMap((event) => {
    const wanting = webhooks.filter(
      ({ client_id, types }) => client_id === event.client_id && hasType(types, event.type),
    );
    if (wanting.length === 0) return [];
    const described = describeEvent(event);
    return wanting.map(({ webhook_id: webhookId }) =>
      createDeliveryRow({ webhookId, event: described }, now),
    );
  });
  for (let first = 0; first < rows.length; first += batchSize) {
    await addJobs(transaction, rows.slice(first, first + batchSize));
  }
}

function hasType(types: string | null, type: EventType): boolean {
  return types === null || types.split(' ').includes(type);
}

/** @returns the event as `GET /events` shows it */
function describeEvent({ id, type, created_at, data }: PublishedEvent) {
  return { id, type, created_at: new Date(created_at).toISOString(), data: JSON.parse(data) };
}
