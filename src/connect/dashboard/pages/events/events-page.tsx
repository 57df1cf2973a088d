import { useEffect, useRef, useState } from 'preact/hooks';
import { type EventType, eventTypes } from '../../../shapes/unions.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { Loading } from '../../parts/loading.tsx';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { ProblemText } from '../../parts/problem-text.tsx';
import { SecretNote } from '../../parts/secret-note.tsx';
import { SubmitButton, useSubmission } from '../../parts/submit.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Toggles } from '../../parts/toggles.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** The webhooks of an application, and the deliveries of one of them. */
export function EventsPage() {
  const { webhooks, showWebhooks, webhookSecret, forgetWebhookSecret } = useDashboard();
  const { problem, submit } = useSubmission();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = webhooks.value;
  const secret = webhookSecret.value;

  useEffect(() => void submit(showWebhooks), []);

  return (
    <>
      <section class="view" aria-labelledby="webhooks-title">
        <h2 class="visually-hidden" id="webhooks-title" tabIndex={-1} ref={heading}>
          Webhooks
        </h2>
        <p class="lead">
          A webhook sends what happens to connections and sessions to your backend, signed.{' '}
          <a href="/docs/webhooks">About events and webhooks</a>
        </p>
        {secret && (
          <SecretNote
            secret={secret.value}
            what="signing secret"
            testId="webhook-secret"
            onStored={forgetWebhookSecret}
          >
            {' '}
            Your backend verifies each event with it.
          </SecretNote>
        )}
        <ProblemText problem={problem} />
        {shown === null && problem === null && <Loading />}
        {shown?.length === 0 && (
          <p class="empty">No webhook yet. Your backend can still read events by GET /events.</p>
        )}
        {shown !== null && shown.length > 0 && (
          <ul class="addresses" aria-labelledby="webhooks-title">
            {shown.map((webhook) => (
              <WebhookRow
                key={webhook.webhook_id}
                webhook={webhook}
                onRemoved={() => heading.current?.focus()}
              />
            ))}
          </ul>
        )}
        <OperatorOnly>
          <AddForm />
        </OperatorOnly>
      </section>
      <DeliveriesSection />
    </>
  );
}

const allTypes = new Map(eventTypes.map((type) => [type, type]));

function AddForm() {
  const { addWebhook } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const [types, setTypes] = useState<readonly EventType[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const add = async (event: Event) => {
    event.preventDefault();
    const isDone = await submit(() => addWebhook(input.current?.value.trim() ?? '', types));
    if (!isDone) return input.current?.focus();
    if (input.current) input.current.value = '';
    setTypes([]);
  };
  return (
    <form class="form" noValidate onSubmit={(event) => void add(event)}>
      <Toggles
        legend="Types of events; all if you choose none"
        all={allTypes}
        chosen={types}
        onChange={setTypes}
      />
      <TextField
        id="add-webhook"
        label="Address of a new webhook"
        type="url"
        maxLength={2000}
        placeholder="https://shop.example/hooks"
        inputRef={input}
        error={problem?.description ?? null}
      >
        <SubmitButton label="Add webhook" isBusy={isBusy} kind="small" />
      </TextField>
    </form>
  );
}
