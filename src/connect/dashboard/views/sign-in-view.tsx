import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';
import { ProblemText } from '../parts/problem-text.tsx';
import { SubmitButton, useSubmission } from '../parts/submit.tsx';
import { TextField } from '../parts/text-field.tsx';

/** The ways to sign in. After the sign-in, the requested view is shown. */
export function SignInView() {
  const { session, hasExpired } = useDashboard();
  const { provider = null, has_password: hasPassword = true } = session.value ?? {};
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
  const { signInAtProvider } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const begin = (event: Event) => {
    event.preventDefault();
    void submit(signInAtProvider);
  };
  return (
    <form class="form" onSubmit={begin}>
      <SubmitButton label={`Sign in at ${host}`} isBusy={isBusy} />
      <ProblemText problem={problem} />
    </form>
  );
}

function PasswordForm({ isFirst }: { readonly isFirst: boolean }) {
  const { signIn } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
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
    if (await submit(() => signIn(password))) return;
    // The field is cleared, because a hidden password cannot be corrected.
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
