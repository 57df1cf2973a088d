import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../../shapes/dashboard-answers.ts';
import { api } from '../api.ts';
import { useDashboard } from '../dashboard-context.ts';
import { ProblemText } from '../parts/problem-text.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useDocumentTitle } from '../parts/view-title.tsx';
import { useAction } from '../use-data.ts';

/** Shows the ways to sign in. After a sign-in, the view that the visitor asked for is shown. */
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
  const begin = (event: Event) => {
    event.preventDefault();
    void run(api.beginSignIn(location.pathname), { keep: ({ url }) => location.assign(url) });
  };
  return (
    <form class="form" onSubmit={begin}>
      <SubmitButton label={`Sign in at ${host}`} isBusy={isBusy} />
      <ProblemText problem={problem} />
    </form>
  );
}

function PasswordForm({ isFirst }: { readonly isFirst: boolean }) {
  const { enter } = useDashboard();
  const { isBusy, problem, run } = useAction();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (isFirst) input.current?.focus();
  }, []);

  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const password = input.current?.value ?? '';
    if (password === '') {
      input.current?.focus();
      return;
    }
    if (await run(api.signIn(password), { keep: (session) => enter(session, '') })) return;
    // Clears the field, because a user cannot see, and so cannot correct, a wrong password.
    if (input.current) input.current.value = '';
    input.current?.focus();
  };

  return (
    <>
      <p class="muted">
        Enter the password set in <code>DASHBOARD_PASSWORD</code>. If it is not set, the service
        printed a password when it started.
      </p>
      <form class="form" onSubmit={(event) => void handleSubmit(event)}>
        {/* Password managers store a password only together with a user name. */}
        <input
          class="visually-hidden"
          type="text"
          autocomplete="username"
          value="dashboard"
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField
          id="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          maxLength={1000}
          inputRef={input}
          error={problem?.description ?? null}
        />
        <SubmitButton label="Sign in" isBusy={isBusy} kind={isFirst ? 'primary' : 'small'} />
      </form>
    </>
  );
}
