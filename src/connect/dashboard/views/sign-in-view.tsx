import { useEffect } from 'preact/hooks';
import type { Session } from '../../shapes/dashboard-answers.ts';
import { api } from '../api.ts';
import { useDashboard } from '../dashboard-context.ts';
import { Form, SubmitButton, TextField } from '../parts/form.tsx';
import { ProblemText } from '../parts/loader.tsx';
import { useDocumentTitle } from '../parts/section.tsx';
import { useAction } from '../use-data.ts';

export function SignInView({ session }: { readonly session: Session }) {
  const { hasExpired } = useDashboard();
  const { provider, has_password: hasPassword } = session;
  useDocumentTitle('Sign in');
  return (
    <section class="card card--narrow">
      <h1 class="view__title">Sign in</h1>
      {hasExpired.value && (
        <p class="note note--test" role="alert">
          Your sign-in has expired. Sign in again to go on where you were.
        </p>
      )}
      {provider !== null && <ProviderButton host={provider} />}
      {hasPassword && <PasswordForm isFirst={provider === null} />}
    </section>
  );
}

function ProviderButton({ host }: { readonly host: string }) {
  const { isBusy, problem, run } = useAction();
  const begin = async () => {
    await run(api.beginSignIn(location.pathname), { keep: ({ url }) => location.assign(url) });
    return null;
  };
  return (
    <Form submit={begin}>
      <SubmitButton label={`Sign in at ${host}`} isBusy={isBusy} />
      <ProblemText problem={problem} />
    </Form>
  );
}

function PasswordForm({ isFirst }: { readonly isFirst: boolean }) {
  const { enter } = useDashboard();
  const { isBusy, problem, run } = useAction();

  useEffect(() => {
    if (isFirst) document.getElementById('password')?.focus();
  }, []);

  const submit = async (data: FormData, form: HTMLFormElement) => {
    const password = String(data.get('password'));
    if (password === '') return 'password';
    if (await run(api.signIn(password), { keep: (session) => enter(session, '') })) return null;
    // Clears the field, because a user cannot see, and so cannot correct, a wrong password.
    form.reset();
    return 'password';
  };

  return (
    <>
      <p class="muted">
        Enter the password set in <code>DASHBOARD_PASSWORD</code>. If it is not set, the service
        printed a password when it started.
      </p>
      <Form submit={submit} noValidate={false}>
        {/* Password managers store a password only together with a user name. */}
        <input
          class="visually-hidden"
          type="text"
          autocomplete="username"
          defaultValue="dashboard"
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField
          id="password"
          label="Password"
          type="password"
          error={problem?.description ?? null}
        />
        <SubmitButton label="Sign in" isBusy={isBusy} kind={isFirst ? 'primary' : 'small'} />
      </Form>
    </>
  );
}
