import type { EventType } from '../shapes/unions.ts';
import type { DashboardClient } from './dashboard-client.ts';
import { changeHere, type DashboardState, readClientId, settle } from './dashboard-state.ts';
import type { Problem } from './parse-problem.ts';

/** Actions on the webhooks of an application. Each promise resolves to the problem, or to null. */
export interface WebhookActions {
  showWebhooks(): Promise<Problem | null>;
  /** @param types - an empty list means all types */
  addWebhook(url: string, types: readonly EventType[]): Promise<Problem | null>;
  rotateWebhookSecret(webhookId: string): Promise<Problem | null>;
  forgetWebhookSecret(): void;
  switchWebhook(webhookId: string, enabled: boolean): Promise<Problem | null>;
  removeWebhook(webhookId: string): Promise<Problem | null>;
}

export function createWebhookActions(
  state: DashboardState,
  client: DashboardClient,
): WebhookActions {
  const { deliveries, status, webhooks, webhookSecret } = state;
  const clientId = () => readClientId(state);

  async function show(): Promise<Problem | null> {
    const { value: visit } = state.visit;
    return settle(state, await client.listWebhooks(clientId()), (loaded) => {
      if (state.visit.value === visit) webhooks.value = loaded.webhooks;
    });
  }

  return {
    showWebhooks: show,
    addWebhook: (url, types) =>
      changeHere(
        state,
        client.addWebhook(clientId(), { url, types: types.length === 0 ? 'all' : types }),
        {
          use({ webhook_id: webhookId, secret: value }) {
            webhookSecret.value = { webhookId, value };
            status.value = `Added ${url}.`;
          },
          show,
        },
      ),
    rotateWebhookSecret: (webhookId) =>
      changeHere(state, client.rotateWebhookSecret(clientId(), webhookId), {
        use({ secret: value }) {
          webhookSecret.value = { webhookId, value };
          status.value = 'There is a new signing secret.';
        },
        show,
      }),
    forgetWebhookSecret() {
      webhookSecret.value = null;
    },
    switchWebhook: (webhookId, enabled) =>
      changeHere(state, client.switchWebhook(clientId(), webhookId, enabled), {
        use() {
          status.value = `The webhook is ${enabled ? 'on' : 'off'}.`;
        },
        show,
      }),
    removeWebhook: (webhookId) =>
      changeHere(state, client.removeWebhook(clientId(), webhookId), {
        use() {
          if (deliveries.value?.webhookId === webhookId) deliveries.value = null;
          if (webhookSecret.value?.webhookId === webhookId) webhookSecret.value = null;
          status.value = 'The webhook is removed.';
        },
        show,
      }),
  };
}
