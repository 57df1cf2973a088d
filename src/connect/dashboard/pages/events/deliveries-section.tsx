import { useEffect, useRef } from 'preact/hooks';
import { type DeliveryStatus, deliveryStatuses } from '../../../shapes/unions.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemText } from '../../parts/problem-text.tsx';
import { Section } from '../../parts/section.tsx';
import { useSubmission } from '../../parts/submit.tsx';
import { DeliveryRow, statusTexts } from './delivery-row.tsx';

const listId = 'deliveries-list';

/** The deliveries of the chosen webhook, by status and page, with a button to send each again. */
export function DeliveriesSection() {
  const { deliveries, webhooks, showDeliveries, showMoreDeliveries } = useDashboard();
  const { problem, submit } = useSubmission();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = deliveries.value;
  const webhook = webhooks.value?.find(({ webhook_id }) => webhook_id === shown?.webhookId);

  // The section appears far from the button that opens it, so its heading gets the focus.
  useEffect(() => heading.current?.focus(), [shown?.webhookId]);

  if (!shown || !webhook) return null;
  const show = (status: DeliveryStatus | null) =>
    submit(() => showDeliveries(shown.webhookId, status));
  return (
    <Section
      id="deliveries"
      title="Deliveries"
      lead={`To ${webhook.url}, of the last 30 days, the newest first.`}
      titleRef={heading}
    >
      <fieldset class="choices">
        <legend class="visually-hidden">Status</legend>
        {[null, ...deliveryStatuses].map((status) => (
          <button
            key={status}
            type="button"
            class="choice"
            aria-pressed={status === shown.chosen}
            onClick={() => void show(status)}
          >
            {status === null ? 'All' : statusTexts[status]}
          </button>
        ))}
      </fieldset>
      <div class="actions">
        <button type="button" class="button button--small" onClick={() => void show(shown.chosen)}>
          Load again
        </button>
      </div>
      <ProblemText problem={problem} />
      {shown.list.length === 0 && (
        <p class="empty">
          {shown.chosen === null ? 'Nothing has been sent yet.' : 'No delivery has this status.'}
        </p>
      )}
      {shown.list.length > 0 && (
        <ul class="addresses" id={listId} aria-label="Deliveries, the newest first">
          {shown.list.map((delivery) => (
            <DeliveryRow
              key={delivery.delivery_id}
              delivery={delivery}
              canResend={webhook.enabled}
            />
          ))}
        </ul>
      )}
      {shown.next && (
        <MoreButton label="Show more deliveries" listId={listId} onMore={showMoreDeliveries} />
      )}
    </Section>
  );
}
