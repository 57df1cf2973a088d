import type { Webhook } from '../../../shapes/dashboard-answers.ts';
import type { OffReason } from '../../../shapes/unions.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { formatTime } from '../../format.ts';
import { AskedButton } from '../../parts/asked-button.tsx';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { ProblemText } from '../../parts/problem-text.tsx';
import { useSubmission } from '../../parts/submit.tsx';

const offTexts: Readonly<Record<OffReason, string>> = {
  operator:
    'It was switched off here, by the admin API, or because APPLICATIONS_FILE left no room for it.',
  gone: 'Its receiver answered 410 Gone.',
  failing: 'It failed for three days.',
};

/** A webhook of the application. */
export interface WebhookRowProps {
  readonly webhook: Webhook;
  /** Called after the removal, when the pressed button was removed. */
  readonly onRemoved: () => void;
}

/** A webhook, its state, and its actions. */
export function WebhookRow({ webhook, onRemoved }: WebhookRowProps) {
  const { deliveries, ...actions } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const { webhook_id: id, url, types, enabled, old_secret_until } = webhook;
  const isShown = deliveries.value?.webhookId === id;
  return (
    <li class="addresses__row addresses__row--stacked" tabIndex={-1}>
      <div class="addresses__text">
        <span>
          <State webhook={webhook} /> <span class="mono">{url}</span>
        </span>
        <span class="account__times">
          {types === 'all' ? 'All events' : types.join(', ')}. Added{' '}
          {formatTime(webhook.created_at)}.
        </span>
        {webhook.off_since !== null && webhook.off_reason !== null && (
          <span>
            Off since {formatTime(webhook.off_since)}. {offTexts[webhook.off_reason]} Events of this
            time are not sent; read them by GET /events.
          </span>
        )}
        {enabled && webhook.failing_since !== null && (
          <span>
            No success since {formatTime(webhook.failing_since)}. After three days it is switched
            off.
          </span>
        )}
        {old_secret_until !== null && (
          <span class="account__times">
            The old secret signs, too, until {formatTime(old_secret_until)}.
          </span>
        )}
        <ProblemText problem={problem} />
      </div>
      <div class="actions">
        <button
          type="button"
          class="button button--small"
          aria-pressed={isShown}
          aria-label={`Deliveries to ${url}`}
          onClick={() => void submit(() => actions.showDeliveries(id, null))}
        >
          Deliveries
        </button>
        <OperatorOnly>
          {enabled && (
            <button
              type="button"
              class="button button--small"
              aria-disabled={isBusy}
              aria-label={`Send a test event to ${url}`}
              onClick={() => void submit(() => actions.testWebhook(id))}
            >
              Send a test event
            </button>
          )}
          <button
            type="button"
            class="button button--small"
            aria-disabled={isBusy}
            aria-label={`Switch ${enabled ? 'off' : 'on'} ${url}`}
            onClick={() => void submit(() => actions.switchWebhook(id, !enabled))}
          >
            Switch {enabled ? 'off' : 'on'}
          </button>
        </OperatorOnly>
        <AskedButton
          label="Rotate secret"
          fullLabel={`Rotate secret of ${url}`}
          question="There will be a new signing secret, which is shown once. For 24 hours, each event is signed with both."
          yes="Rotate it now"
          no="Keep the secret"
          act={() => actions.rotateWebhookSecret(id)}
        />
        <AskedButton
          label="Remove"
          fullLabel={`Remove ${url}`}
          question="The webhook gets no more events, and its deliveries are deleted."
          yes="Remove it now"
          no="Keep it"
          act={() => actions.removeWebhook(id)}
          onDone={onRemoved}
        />
      </div>
    </li>
  );
}

function State({ webhook: { enabled, failing_since } }: Pick<WebhookRowProps, 'webhook'>) {
  if (!enabled) return <strong class="outcome">Off</strong>;
  if (failing_since !== null) return <strong class="outcome outcome--failed">Failing</strong>;
  return <strong class="outcome outcome--code_exchanged">On</strong>;
}
