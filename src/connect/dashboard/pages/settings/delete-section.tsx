import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { useApplication, useDashboard } from '../../dashboard-context.ts';
import { Form, readText } from '../../parts/form.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useAction } from '../../use-data.ts';

/** Deletes the application. This cannot be undone, so the user must first type the application's name. */
export function DeleteSection() {
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
        <ConfirmForm onKeep={keep} />
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

const fieldId = 'confirm-delete';

function ConfirmForm({ onKeep }: { readonly onKeep: () => void }) {
  const { open } = useDashboard();
  const { application, clientId } = useApplication();
  const { isBusy, problem, run } = useAction();
  const { name } = application;

  useEffect(() => document.getElementById(fieldId)?.focus(), []);

  const submit = async (data: FormData) => {
    const isDone = await run(api.deleteApplication(clientId, readText(data, fieldId)), {
      done() {
        open({ view: 'applications' });
        return `${name} is deleted.`;
      },
    });
    return isDone ? null : fieldId;
  };
  return (
    <Form submit={submit}>
      <TextField
        id={fieldId}
        label={`Type “${name}” to delete it for good`}
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
    </Form>
  );
}
