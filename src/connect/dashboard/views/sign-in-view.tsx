import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';
import { SubmitButton, useSubmission } from '../parts/submit.tsx';
import { TextField } from '../parts/text-field.tsx';

/** Asks for the operator's password. The requested view follows. */
export function SignInView() {
  const { signIn, hasExpired } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    const password = input.current?.value ?? '';
    if (password === '') {
      input.current?.focus();
      return;
    }
    if (await submit(() => signIn(password))) return;
    // Cleared in the page, too: a hidden password cannot be corrected.
    if (input.current) input.current.value = '';
    input.current?.focus();
  };

  return (
    <section class="card card--narrow">
      <h1 class="view__title">Sign in</h1>
      {hasExpired.value && (
        <p class="note note--test" role="alert">
          Your sign-in has expired. Sign in again to go on where you were.
        </p>
      )}
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
        <SubmitButton label="Sign in" isBusy={isBusy} />
      </form>
    </section>
  );
}
