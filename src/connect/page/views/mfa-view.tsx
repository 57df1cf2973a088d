import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Challenge, SelectedProvider } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';
import { BackButton } from '../parts/back-button.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { ResendButton } from '../parts/resend-button.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useParties } from '../parts/use-parties.ts';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** What a provider asks for beyond the credentials. */
export interface ChallengeViewProps {
  readonly provider: SelectedProvider;
  /** Undefined: a one-time code, of which nothing else is known. */
  readonly challenge?: Challenge | undefined;
}

/** Where the user enters the one-time code that the provider has sent. */
export function MfaView({ provider, challenge }: ChallengeViewProps) {
  const { text } = usePage();
  const { field, error, problem, submit, retry } = useOneTimeCodeForm();
  useShownFocus(field);

  return (
    <section class="view" aria-labelledby="view-title">
      <BackButton />
      <h1 class="view__title" id="view-title">
        {text.mfa.title}
      </h1>
      <p class="view__lead" id="mfa-lead">
        <bdi>{challenge?.prompt || text.mfa.lead(provider.name)}</bdi>
      </p>
      {problem && problem.code !== 'invalid_one_time_code' && (
        <ProblemNote problem={problem} takesFocus onRetry={retry} />
      )}
      <form class="form" noValidate onSubmit={submit}>
        <TextField
          id="one-time-code"
          label={text.mfa.code}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={50}
          inputRef={field}
          error={error}
          describedBy="mfa-lead"
        />
        <SubmitButton label={text.mfa.submit} />
      </form>
      {challenge?.can_resend && <ResendButton />}
    </section>
  );
}

function useOneTimeCodeForm() {
  const { store, text } = usePage();
  const field = useRef<HTMLInputElement>(null);
  // An object each time, so that a code that is missing again is asked for again.
  const [typed, setTyped] = useState({ isMissing: false });
  const parties = useParties();
  const problem = store.problem.value;
  const isWrong = problem?.code === 'invalid_one_time_code';

  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!field.current || store.pending.value) return;
    // Codes are copied with the spaces or dashes that messages group them by.
    const code = field.current.value.replace(/[\s-]/g, '');
    setTyped({ isMissing: code === '' });
    if (code !== '') void store.submitAnswer(code);
  };

  // After the error is drawn, which has to know where the focus was.
  useEffect(() => {
    if (typed.isMissing) field.current?.focus();
  }, [typed]);

  useEffect(() => {
    if (!isWrong) return;
    field.current?.focus();
    field.current?.select();
  }, [isWrong, problem]);

  const [retry] = useState(() => () => field.current?.form?.requestSubmit());
  const [, advice] = text.problems.invalid_one_time_code(parties);
  const wrong = isWrong ? advice : null;
  return { field, error: typed.isMissing ? text.mfa.codeMissing : wrong, problem, submit, retry };
}
