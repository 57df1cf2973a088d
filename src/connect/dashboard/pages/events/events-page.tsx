import { useEffect, useRef, useState } from 'preact/hooks';
import { type EventType, eventTypes } from '../../../shapes/unions.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { ProblemText } from '../../parts/problem-text.tsx';
import { SubmitButton, useSubmission } from '../../parts/submit.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** The webhooks of an application, and what was sent to one of them. */
export function EventsPage() {
  const { webhooks, showWebhooks } = useDashboard();
  const { problem, submit } = useSubmission();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = webhooks.value;

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
        <SecretNote />
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

function SecretNote() {
  const { webhookSecret, forgetWebhookSecret } = useDashboard();
  const note = useRef<HTMLDivElement>(null);
  const secret = webhookSecret.value;

  useEffect(() => {
    // Focused, because the secret is shown only here.
    if (secret) note.current?.focus();
  }, [secret?.value]);

  if (!secret) return null;
  return (
    <div class="note note--success" tabIndex={-1} ref={note}>
      <p>
        <strong>Copy the signing secret now.</strong> It is shown only this once. Your backend
        verifies each event with it.
      </p>
      <p class="copyable">
        <code class="mono" data-testid="webhook-secret">
          {secret.value}
        </code>
        <CopyButton text={secret.value} what="signing secret" />
      </p>
      <button type="button" class="quiet-button" onClick={forgetWebhookSecret}>
        I have stored it
      </button>
    </div>
  );
}

function AddForm() {
  const { addWebhook } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const [types, setTypes] = useState<readonly EventType[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const toggle = (type: EventType) =>
    setTypes(types.includes(type) ? types.filter((one) => one !== type) : [...types, type]);
  const add = async (event: Event) => {
    event.preventDefault();
    const isDone = await submit(() => addWebhook(input.current?.value.trim() ?? '', types));
    if (!isDone) return input.current?.focus();
    if (input.current) input.current.value = '';
    setTypes([]);
  };
  return (
    <form class="form" noValidate onSubmit={(event) => void add(event)}>
      <fieldset class="choices choices--toggles">
        <legend>Types of events; all if you choose none</legend>
        {eventTypes.map((type) => (
          <button
            key={type}
            type="button"
            class="choice"
            aria-pressed={types.includes(type)}
            onClick={() => toggle(type)}
          >
            {type}
          </button>
        ))}
      </fieldset>
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
