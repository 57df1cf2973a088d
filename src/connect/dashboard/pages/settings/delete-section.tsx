import { Button } from '../../../../kit/button.tsx';
import { api } from '../../api.ts';
import { useApplication, useDashboard } from '../../dashboard-context.ts';
import { Form, readText, TextField } from '../../parts/form.tsx';
import { Section } from '../../parts/section.tsx';
import { useAction } from '../../use-data.ts';

const fieldId = 'confirm-delete';

/** Deletes the application. This cannot be undone, so the user must type the application's name. */
export function DeleteSection() {
  const { open } = useDashboard();
  const { application, clientId } = useApplication();
  const { isBusy, problem, run } = useAction();
  const { name, source } = application;
  const submit = async (data: FormData) => {
    const isDone = await run(api.deleteApplication(clientId, readText(data, fieldId)), {
      done() {
        open({ view: 'applications' });
        return `${name} is deleted.`;
      },
    });
    return isDone ? null : fieldId;
  };
  const more = source === 'file' ? ' Remove it from APPLICATIONS_FILE, or it comes back.' : '';
  return (
    <Section
      id="delete"
      title="Delete this application"
      lead={`With its secrets, addresses and flows. Its access tokens stop working, and its users lose their connections.${more}`}
    >
      <Form submit={submit}>
        <TextField
          key={name}
          id={fieldId}
          label={`Type “${name}” to delete it for good`}
          error={problem?.description ?? null}
        />
        <div class="row">
          <Button type="submit" look="danger" isInert={isBusy}>
            Delete for good
          </Button>
        </div>
      </Form>
    </Section>
  );
}
