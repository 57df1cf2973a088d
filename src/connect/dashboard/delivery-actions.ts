import type { DeliveryStatus } from '../shapes/unions.ts';
import type { DashboardClient } from './dashboard-client.ts';
import { changeHere, type DashboardState, readClientId, settle } from './dashboard-state.ts';
import { formatNumber } from './format.ts';
import type { Problem } from './parse-problem.ts';

/** Actions on the deliveries of a webhook. Each promise resolves to the problem, or to null. */
export interface DeliveryActions {
  /** @param chosen - the status of the deliveries; null for any */
  showDeliveries(webhookId: string, chosen: DeliveryStatus | null): Promise<Problem | null>;
  /** Adds the next page. */
  showMoreDeliveries(): Promise<Problem | null>;
  /** Sends a test event, and shows the deliveries. */
  testWebhook(webhookId: string): Promise<Problem | null>;
  resendDelivery(deliveryId: string): Promise<Problem | null>;
}

interface Choice {
  readonly webhookId: string;
  readonly chosen: DeliveryStatus | null;
  readonly after: string;
}

export function createDeliveryActions(
  state: DashboardState,
  client: DashboardClient,
): DeliveryActions {
  const { deliveries, status } = state;
  let lastLoad = 0;

  /**
   * Drops the answer if the user has left the page, or a later request has replaced this one.
   *
   * @param text - for the live region
   */
  async function load(
    { webhookId, chosen, after }: Choice,
    text = describeCount,
  ): Promise<Problem | null> {
    const { value: visit } = state.visit;
    lastLoad += 1;
    const own = lastLoad;
    const page = { status: chosen, after };
    const result = await client.listDeliveries(readClientId(state), webhookId, page);
    return settle(state, result, (loaded) => {
      if (state.visit.value !== visit || own !== lastLoad) return;
      const before = after === '' ? [] : (deliveries.value?.list ?? []);
      const list = [...before, ...loaded.deliveries];
      deliveries.value = { webhookId, chosen, list, next: loaded.next };
      status.value = text(list.length);
    });
  }

  return {
    showDeliveries: (webhookId, chosen) => load({ webhookId, chosen, after: '' }),
    async showMoreDeliveries() {
      const shown = deliveries.value;
      return shown?.next ? await load({ ...shown, after: shown.next }) : null;
    },
    testWebhook(webhookId) {
      const first = { webhookId, chosen: null, after: '' };
      return changeHere(state, client.testWebhook(readClientId(state), webhookId), {
        show: () => load(first, () => 'A test event is being sent.'),
      });
    },
    async resendDelivery(deliveryId) {
      const shown = deliveries.value;
      if (!shown) return null;
      const { webhookId } = shown;
      return await changeHere(
        state,
        client.resendDelivery(readClientId(state), webhookId, deliveryId),
        { show: () => load({ ...shown, after: '' }, () => 'The event is being sent again.') },
      );
    },
  };
}

function describeCount(count: number): string {
  if (count === 0) return 'No delivery found.';
  return `${formatNumber(count)} ${count === 1 ? 'delivery' : 'deliveries'} shown.`;
}
