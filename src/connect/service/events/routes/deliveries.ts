import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { deliveriesAnswer, deliveryAnswer } from '../../../shapes/dashboard-answers.ts';
import { deliveryStatuses } from '../../../shapes/unions.ts';
import { dropQuery } from '../../applications/routes/addresses.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithQuery } from '../../http/checks.ts';
import { withFacts } from '../../http/endpoint.ts';
import { pageQuery, readPage } from '../../http/paging.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeAsOperator } from '../../operators/audit-log.ts';
import { describeDelivery } from '../delivery-entries.ts';
import { createEventId } from '../events.ts';
import type { WebhookRequest } from './webhooks.ts';

/** The type of the event in a test delivery. No real event has this type. */
const testType = 'webhook.test';

export const deliveriesQuery = v.object({
  status: v.optional(v.picklist(deliveryStatuses)),
  ...pageQuery.entries,
});

type ListRequest = WebhookRequest & WithQuery<typeof deliveriesQuery>;

/** `GET …/webhooks/{webhook_id}/deliveries`: lists the deliveries of the last 30 days, newest first. */
export async function listDeliveries({ parts: { store }, context, webhook, query }: ListRequest) {
  const { status, after, limit } = query;
  const { rows, last } = await readPage(limit, (count) =>
    store.deliveryEntries.list(webhook.webhook_id, { status, after, count }),
  );
  return answerJson<Answer<typeof deliveriesAnswer>>(context, {
    deliveries: rows.map(describeDelivery),
    next: last?.job_id ?? null,
  });
}

/** `POST …/webhooks/{webhook_id}/test`: adds a delivery with a test event, and responds before it has been sent. */
export const testWebhook = withFacts({ refusals: [409] }, async (request: WebhookRequest) => {
  const { parts, context, webhook } = request;
  const { webhook_id } = webhook;
  assertOn(request);
  const now = parts.clock.now();
  const id = createEventId(now);
  const event = { id, type: testType, created_at: new Date(now).toISOString(), data: {} };
  const delivery_id = await changeAsOperator(request, {
    action: 'webhook_tested',
    detail: dropQuery(webhook.url),
    apply: ({ deliveryEntries }) => deliveryEntries.add({ webhook_id, event }, now),
  });
  logFor(context).info({ webhook_id, delivery_id }, 'webhook test added');
  return answerJson<Answer<typeof deliveryAnswer>>(context, { delivery_id }, 201);
});

/**
 * `POST …/webhooks/{webhook_id}/deliveries/{delivery_id}/resend`: sends an event again with the same `webhook-id`.
 * The response does not wait for the event to be sent.
 */
export const resendDelivery = withFacts({ refusals: [409] }, async (request: WebhookRequest) => {
  const { parts, context, webhook } = request;
  const { webhook_id } = webhook;
  const delivery_id = context.req.param('delivery_id') ?? '';
  assertOn(request);
  const isResent = await changeAsOperator(request, {
    action: 'delivery_resent',
    detail: delivery_id,
    apply: ({ deliveryEntries }) =>
      deliveryEntries.resend({ webhook_id, delivery_id }, parts.clock.now()),
  });
  if (!isResent) {
    const description = 'This webhook has no such delivery. Deliveries are kept for 30 days.';
    throw new Refusal([404, 'not_found'], description);
  }
  logFor(context).info({ webhook_id, delivery_id }, 'delivery resent');
  return answerJson<Answer<typeof deliveryAnswer>>(context, { delivery_id });
});

function assertOn({ webhook }: WebhookRequest): void {
  if (webhook.off_since === null) return;
  throw new Refusal(
    [409, 'webhook_switched_off'],
    'This webhook is switched off. Switch it on first.',
  );
}
