import { api } from '../api.ts';
import { useDashboard, useIsReader } from '../dashboard-context.ts';
import { Checks } from '../parts/choices.tsx';
import { Form, readText, SubmitButton, TextField } from '../parts/form.tsx';
import { allApplications, ViewTitle } from '../parts/section.tsx';
import { useAction } from '../use-data.ts';

const environments = [
  { value: 'test', label: 'Test', hint: 'Sandbox logins only, and a limited number of them.' },
  { value: 'live', label: 'Live', hint: 'Every provider, for real users.' },
];

export function RegisterView() {
  const isReader = useIsReader();
  return (
    <section class="view">
      <ViewTitle text="Register an application" back={allApplications} />
      {isReader ? <p class="empty">Only operators may do this.</p> : <RegisterForm />}
    </section>
  );
}

function RegisterForm() {
  const { open, showSecret } = useDashboard();
  const { isBusy, problem, run } = useAction();
  const submit = async (data: FormData) => {
    const name = readText(data, 'name');
    const environment = data.get('environment') === 'live' ? 'live' : 'test';
    const isDone = await run(api.register(name, environment), {
      keep({ client_id: clientId, client_secret: value }) {
        const home = { view: 'application', clientId } as const;
        showSecret({ kind: 'client-secret', what: 'client secret', of: name, value, home });
      },
      done({ client_id: clientId }) {
        open({ view: 'application', clientId });
        return `${name} is registered.`;
      },
    });
    return isDone ? null : 'name';
  };
  return (
    <Form class="card form" submit={submit}>
      <TextField
        id="name"
        label="Name"
        hint="Your users see it when they connect. Up to 100 characters."
        error={problem?.description ?? null}
      />
      <Checks
        type="radio"
        name="environment"
        legend="Environment"
        all={environments}
        chosen={['test']}
      />
      <SubmitButton label="Register" isBusy={isBusy} />
    </Form>
  );
}
