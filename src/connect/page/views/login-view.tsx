import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';
import { LoginHeading, loginPromiseId } from '../parts/login-heading.tsx';
import { StepHead } from '../parts/parties.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { TestHint } from '../parts/test-hint.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** The error of a field. It is a code and not a text, because the user may change the language. */
type Fault = 'missing' | 'wrong' | null;

const noFaults: { readonly username: Fault; readonly password: Fault } = {
  username: null,
  password: null,
};

/** Lets the user sign in with the provider's credentials. */
export function LoginView({ provider }: { readonly provider: SelectedProvider }) {
  const { text } = usePage();
  const { username, password, faults, problem, submit, retry, ...form } = useLoginForm(provider);
  useShownFocus(form.isKnown ? password : username);

  return (
    <section class="view" aria-labelledby="view-title">
      <StepHead provider={provider} />
      <LoginHeading provider={provider} />
      {problem && (
        <ProblemNote
          problem={problem}
          takesFocus={problem.code !== 'invalid_credentials' && !problem.wait}
          // After `invalid_credentials`, there is no "Try again", because the provider would refuse the same
          // credentials again.
          {...(problem.code !== 'invalid_credentials' && { onRetry: retry })}
        />
      )}
      {/* `noValidate`, because the browser's own bubbles cannot be styled, translated or read again. */}
      <form class="form" noValidate onSubmit={submit}>
        <TextField
          id="username"
          label={text.login.username}
          type="text"
          autoComplete="username"
          maxLength={200}
          inputRef={username}
          onInput={form.compare}
          error={faults.username === 'missing' ? text.login.usernameMissing : null}
          isWrong={faults.username === 'wrong'}
          describedBy={loginPromiseId}
        />
        <PasswordField
          inputRef={password}
          error={faults.password === 'missing' ? text.login.passwordMissing : null}
          isWrong={faults.password === 'wrong'}
        />
        <TestHint provider={provider} />
        <SubmitButton label={text.login.submit} isOther={form.isOther} />
      </form>
    </section>
  );
}

function useLoginForm({ id }: SelectedProvider) {
  const { store } = usePage();
  const [known] = useState(() => store.typedNames.get(id) ?? '');
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [faults, setFaults] = useState(noFaults);
  const sent = useRef('');
  const [isOther, setIsOther] = useState(false);
  const problem = store.problem.value;

  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!username.current || !password.current || store.pending.value) return;
    const typed = { username: username.current.value.trim(), password: password.current.value };
    const missing = {
      username: typed.username === '' ? ('missing' as const) : null,
      password: typed.password === '' ? ('missing' as const) : null,
    };
    setFaults(missing);
    if (missing.username || missing.password) return;
    sent.current = typed.username;
    setIsOther(false);
    store.login(typed);
  };
  // The service counts tries for each user name. A user who corrects the name need not wait.
  const compare = () => {
    const typed = username.current?.value.trim() ?? '';
    store.typedNames.set(id, typed);
    setIsOther(typed !== sent.current);
  };

  useLayoutEffect(() => {
    if (username.current) username.current.value = known;
  }, [known]);

  // This effect runs after the errors are drawn. Whether an error is announced depends on where the focus was before.
  useEffect(() => {
    if (faults.username === 'missing') username.current?.focus();
    else if (faults.password === 'missing') password.current?.focus();
  }, [faults]);

  useEffect(() => {
    if (problem?.code !== 'invalid_credentials' || !username.current || !password.current) return;
    // The provider does not say whether the user name or the password is wrong. Both fields are marked, and one note
    // gives the reason.
    setFaults({ username: 'wrong', password: 'wrong' });
    password.current.value = '';
    password.current.focus();
  }, [problem]);

  // After other problems than wrong credentials, the password stays in its field, so that one press tries again.
  const [retry] = useState(() => () => password.current?.form?.requestSubmit());
  const isKnown = known !== '';
  return { username, password, faults, problem, submit, retry, compare, isOther, isKnown };
}
