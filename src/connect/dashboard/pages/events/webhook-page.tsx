import { Button } from '../../../../kit/button.tsx';
import { LiveText } from '../../../../kit/live-text.tsx';
import type { Webhook } from '../../../shapes/dashboard-answers.ts';
import type { OffReason } from '../../../shapes/unions.ts';
import { webhookPatienceMs } from '../../../shapes/webhook-patience.ts';
import { api } from '../../api.ts';
import { OperatorOnly, useApplication, useDashboard } from '../../dashboard-context.ts';
import { formatTime } from '../../format.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { ProblemText } from '../../parts/loader.tsx';
import { Section } from '../../parts/section.tsx';
import { Time, UrlText } from '../../parts/values.tsx';
import { maxRows, useAction } from '../../use-data.ts';
import {
  DeliveriesSection,
  describeResult,
  RecentDeliveries,
  useDeliveries,
} from './deliveries-section.tsx';
import { createSigningSecret, describeRetries, describeTypes } from './describe-webhook.tsx';

const offTexts: Readonly<Record<OffReason, string>> = {
  operator:
    'It was switched off here, by the admin API, or because APPLICATIONS_FILE left no room for it.',
  gone: 'Its receiver answered 410 Gone.',
  failing: 'It failed for three days.',
};

export interface WebhookPageProps {
  readonly webhook: Webhook;
  readonly load: () => Promise<void>;
}

export function WebhookPage({ webhook, load }: WebhookPageProps) {
  const { clientId } = useApplication();
  const deliveries = useDeliveries(clientId, webhook.webhook_id, load);
  const { url, types, enabled, off_since, off_reason, old_secret_until } = webhook;
  return (
    <>
      <div class="row row--wide">
        <p>
          <UrlText url={url} />
          <span class="detail">
            {describeTypes(types)} · Added <Time at={webhook.created_at} />
          </span>
          <span class="detail">
            <RecentDeliveries {...webhook} />
          </span>
          {old_secret_until !== null && (
            <span class="detail" key={old_secret_until}>
              The old secret signs, too, until {formatTime(old_secret_until)}
            </span>
          )}
        </p>
        <WebhookActions webhook={webhook} load={load} onSent={deliveries.reload} />
      </div>
      {off_since !== null && off_reason !== null && (
        <p class="note">
          Off since {formatTime(off_since)}. {offTexts[off_reason]} Events of this time are not
          sent; read them by GET /events.
        </p>
      )}
      {enabled && <RetriesNote webhook={webhook} load={load} onSent={deliveries.reload} />}
      <DeliveriesSection webhook={webhook} list={deliveries} />
      <OperatorOnly>
        <RemoveSection id={webhook.webhook_id} />
      </OperatorOnly>
    </>
  );
}

interface WebhookActionsProps extends WebhookPageProps {
  readonly onSent: () => Promise<void>;
}

function WebhookActions({ webhook, load, onSent }: WebhookActionsProps) {
  const { showSecret } = useDashboard();
  const { clientId } = useApplication();
  const { webhook_id: id, enabled } = webhook;
  return (
    <div class="row end">
      {enabled && (
        <ActionButton
          label="Send a test event"
          request={api.testWebhook(clientId, id)}
          after={{ reload: onSent, done: () => 'A test event is being sent.' }}
        />
      )}
      <ActionButton
        label={enabled ? 'Switch off' : 'Switch on'}
        request={api.switchWebhook(clientId, id, !enabled)}
        after={{ reload: load, done: () => `The webhook is ${enabled ? 'off' : 'on'}.` }}
      />
      <ActionButton
        label="Rotate secret"
        question="There will be a new signing secret, which is shown once. For 24 hours, each event is signed with both."
        yes="Rotate it now"
        no="Keep the secret"
        request={api.rotateWebhookSecret(clientId, id)}
        after={{
          keep: ({ secret }) => showSecret(createSigningSecret(clientId, webhook, secret)),
          reload: load,
          done: () => 'There is a new signing secret.',
        }}
      />
    </div>
  );
}

/** Says that deliveries have failed and wait for their next try. A test event may have arrived meanwhile. */
function RetriesNote({ webhook, load, onSent }: WebhookActionsProps) {
  const { clientId } = useApplication();
  const { webhook_id: id, failing_since, retries } = webhook;
  const { ask } = useDashboard();
  const { isBusy, problem, run, refuse } = useAction();
  /** Sends what has failed again, page by page. @returns whether everything was sent */
  const sendFrom = async (after: string): Promise<boolean> => {
    const waiting = await ask(api.deliveries(clientId, id, { status: 'waiting' }, after, maxRows));
    if (!waiting.ok) return refuse(waiting.problem.description);
    const { rows, next } = waiting.value;
    for (const { delivery_id, tries } of rows) {
      if (tries.length > 0 && !(await run(api.resendDelivery(clientId, id, delivery_id)))) {
        return false;
      }
    }
    return next === null || (await sendFrom(next));
  };
  const sendAll = async () => {
    await sendFrom('');
    await Promise.all([load(), onSent()]);
  };
  const sentences = [
    retries && `${describeResult(retries.last_try)} · ${describeRetries(retries)}.`,
    failing_since !== null && describeFailing(failing_since),
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <div class="note note--test stack">
      <p>
        <LiveText text={sentences.join(' ')} />
      </p>
      {retries && (
        <OperatorOnly>
          <Button look="small" isInert={isBusy} onClick={() => void sendAll()}>
            Send again now
          </Button>
        </OperatorOnly>
      )}
      <ProblemText problem={problem} />
    </div>
  );
}

function describeFailing(since: number): string {
  const end = formatTime(since + webhookPatienceMs);
  return `Failing since ${formatTime(since)}. Without a success by ${end}, it is switched off.`;
}

function RemoveSection({ id }: { readonly id: string }) {
  const { open } = useDashboard();
  const { clientId } = useApplication();
  const done = () => {
    open({ view: 'application', clientId, page: 'events' });
    return 'The webhook is removed.';
  };
  return (
    <Section
      id="remove"
      title="Remove this webhook"
      lead="Switch it off instead to keep its deliveries."
    >
      <ActionButton
        label="Remove webhook"
        question="The webhook gets no more events, and its deliveries are deleted."
        yes="Remove it now"
        no="Keep it"
        isDanger
        request={api.removeWebhook(clientId, id)}
        after={{ done }}
      />
    </Section>
  );
}
