import { useRef, useState } from 'preact/hooks';
import type { Environment } from '../../shapes/unions.ts';
import { useDashboard } from '../dashboard-context.ts';
import { OperatorOnly } from '../parts/operator-only.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { SubmitButton, useSubmission } from '../parts/submit.tsx';
import { TextField } from '../parts/text-field.tsx';
import { ViewTitle } from '../parts/view-title.tsx';

const environments: readonly (readonly [Environment, string, string])[] = [
  ['test', 'Test', 'Sandbox logins only, and a limited number of them.'],
  ['live', 'Live', 'Every provider, for real users.'],
];

/** The form that registers an application. */
export function RegisterView() {
  const { register, session } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const [environment, setEnvironment] = useState<Environment>('test');
  const input = useRef<HTMLInputElement>(null);

  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const name = input.current?.value.trim() ?? '';
    const isDone = await submit(() => register(name, environment));
    if (!isDone) input.current?.focus();
  };

  return (
    <section class="view">
      <p class="crumbs">
        <RouteLink to={{ view: 'applications' }}>All applications</RouteLink>
      </p>
      <ViewTitle>Register an application</ViewTitle>
      {session.value?.role === 'reader' && <p class="card empty">Only operators may do this.</p>}
      <OperatorOnly>
        <form class="card form" noValidate onSubmit={(event) => void handleSubmit(event)}>
          <TextField
            id="name"
            label="Name"
            maxLength={200}
            inputRef={input}
            hint="Your users see it when they connect. Up to 100 characters."
            error={problem?.description ?? null}
          />
          <fieldset class="options">
            <legend class="field__label">Environment</legend>
            {environments.map(([value, label, hint]) => (
              <label class="option" key={value}>
                <input
                  type="radio"
                  name="environment"
                  value={value}
                  checked={environment === value}
                  onChange={() => setEnvironment(value)}
                />
                <span>
                  <span class="option__label">{label}</span>
                  <span class="muted">{hint}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <SubmitButton label="Register" isBusy={isBusy} />
        </form>
      </OperatorOnly>
    </section>
  );
}
