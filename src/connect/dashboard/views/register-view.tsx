import { useRef } from 'preact/hooks';
import type { Environment } from '../../shapes/unions.ts';
import { api } from '../api.ts';
import { useDashboard } from '../dashboard-context.ts';
import { Check, readChecked } from '../parts/choices.tsx';
import { OperatorOnly } from '../parts/operator-only.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { TextField } from '../parts/text-field.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { useAction } from '../use-data.ts';

const environments: readonly (readonly [Environment, string, string])[] = [
  ['test', 'Test', 'Sandbox logins only, and a limited number of them.'],
  ['live', 'Live', 'Every provider, for real users.'],
];

export function RegisterView() {
  const { open, say, session, showSecret } = useDashboard();
  const { isBusy, problem, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);

  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const name = input.current?.value.trim() ?? '';
    const environment = readChecked(form.current, 'environment')[0] === 'live' ? 'live' : 'test';
    const isDone = await run(api.register(name, environment), {
      keep({ client_id: clientId, client_secret: value }) {
        const home = { view: 'application', clientId } as const;
        const what = 'client secret';
        showSecret({ kind: 'client-secret', what, of: name, value, home, expiresAt: null });
      },
      done({ client_id: clientId }) {
        open({ view: 'application', clientId });
        say(`${name} is registered.`);
        return undefined;
      },
    });
    if (!isDone) input.current?.focus();
  };

  return (
    <section class="view">
      <p class="crumbs">
        <RouteLink to={{ view: 'applications' }}>All applications</RouteLink>
      </p>
      <ViewTitle text="Register an application" />
      {session.value?.role === 'reader' && <p class="card empty">Only operators may do this.</p>}
      <OperatorOnly>
        <form
          class="card form"
          noValidate
          ref={form}
          onSubmit={(event) => void handleSubmit(event)}
        >
          <TextField
            id="name"
            label="Name"
            maxLength={200}
            inputRef={input}
            hint="Your users see it when they connect. Up to 100 characters."
            error={problem?.description ?? null}
          />
          <fieldset class="checks">
            <legend>Environment</legend>
            {environments.map(([value, label, hint]) => (
              <Check
                key={value}
                type="radio"
                id={`environment-${value}`}
                name="environment"
                value={value}
                label={label}
                hint={hint}
                isChecked={value === 'test'}
              />
            ))}
          </fieldset>
          <SubmitButton label="Register" isBusy={isBusy} />
        </form>
      </OperatorOnly>
    </section>
  );
}
