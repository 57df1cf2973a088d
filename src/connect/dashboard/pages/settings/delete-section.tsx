import { useEffect, useRef, useState } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { api } from '../../api.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useAction } from '../../use-data.ts';

/** Deletes the application. This cannot be undone, so the user must first type the application's name. */
export function DeleteSection({ application }: { readonly application: Application }) {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const keep = () => {
    setIsAsking(false);
    // The button that opened the question is drawn again in the next frame, and can then get the focus.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <Section
      id="delete"
      title="Delete this application"
      lead="With its secrets, addresses and flows. Its access tokens stop working, and its users lose their connections."
    >
      {isAsking ? (
        <ConfirmForm application={application} onKeep={keep} />
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
  readonly application: Application;
  readonly onKeep: () => void;
}

function ConfirmForm({ application, onKeep }: ConfirmFormProps) {
  const { open, say } = useDashboard();
  const { isBusy, problem, run } = useAction();
  const { client_id: clientId, name } = application;
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const typed = input.current?.value.trim() ?? '';
    const isDone = await run(api.deleteApplication(clientId, typed), {
      done() {
        open({ view: 'applications' });
        say(`${name} is deleted.`);
        return undefined;
      },
    });
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
