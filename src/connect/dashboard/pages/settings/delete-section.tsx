import { useEffect, useRef, useState } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { Section } from '../../parts/section.tsx';
import { useSubmission } from '../../parts/submit.tsx';
import { TextField } from '../../parts/text-field.tsx';

/** Deletes the application. This cannot be undone, so the user types its name first. */
export function DeleteSection({ application }: { readonly application: Application }) {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const keep = () => {
    setIsAsking(false);
    // The button exists again after the next rendering.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <Section
      id="delete"
      title="Delete this application"
      lead="With its secrets, addresses and flows. Its access tokens stop working, and its users have to connect again."
    >
      {isAsking ? (
        <ConfirmForm name={application.name} onKeep={keep} />
      ) : (
        <div class="actions">
          <button
            type="button"
            class="button button--danger"
            ref={button}
            onClick={() => setIsAsking(true)}
          >
            Delete application
          </button>
        </div>
      )}
    </Section>
  );
}

interface ConfirmFormProps {
  readonly name: string;
  readonly onKeep: () => void;
}

function ConfirmForm({ name, onKeep }: ConfirmFormProps) {
  const { deleteApplication } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const isDone = await submit(() => deleteApplication(input.current?.value.trim() ?? ''));
    if (!isDone) input.current?.focus();
  };
  return (
    <form class="form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <TextField
        id="confirm-delete"
        label={`Type “${name}” to delete it for good`}
        maxLength={200}
        inputRef={input}
        error={problem?.description ?? null}
      />
      <div class="actions">
        <button type="submit" class="button button--danger" aria-disabled={isBusy}>
          Delete for good
        </button>
        <button type="button" class="button button--small" onClick={onKeep}>
          Keep it
        </button>
      </div>
    </form>
  );
}
