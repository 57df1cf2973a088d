import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field, FieldInput } from '../../../kit/field.tsx';
import { fill, fillCount } from '../../../texts/fill.ts';
import { usePage } from '../page-context.ts';
import {
  ChallengeFrame,
  challengeLeadId,
  type KnownChallengeProps,
} from '../parts/challenge-frame.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { useParties } from '../parts/use-parties.ts';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** Lets the user answer a security question of the provider. */
export function QuestionView({ provider, challenge }: KnownChallengeProps) {
  const { store, text } = usePage();
  const parties = useParties();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ isMissing: false });
  const problem = store.problem.value;
  const isWrong = problem?.code === 'invalid_answer';
  useShownFocus(field);

  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const answer = field.current?.value.trim() ?? '';
    if (store.pending.value) return;
    setTyped({ isMissing: answer === '' });
    if (answer !== '') store.submitAnswer(answer);
  };

  // This effect runs after the error is drawn, because screen readers read the error together with its field.
  useEffect(() => {
    if (typed.isMissing || isWrong) field.current?.focus();
  }, [typed, isWrong, problem]);

  const title = fill(text.notices.invalid_answer.title, parties);
  const left = problem?.triesLeft
    ? ` – ${fillCount(text.tries.left, { count: problem.triesLeft }, text.lang)}`
    : '';
  const wrong = isWrong ? title + left : null;
  const error = typed.isMissing ? text.challenge.answerMissing : wrong;
  return (
    <ChallengeFrame provider={provider} challenge={challenge} title={text.challenge.questionTitle}>
      {problem && !isWrong && (
        <ProblemNote
          problem={problem}
          takesFocus={!problem.wait}
          onRetry={() => field.current?.form?.requestSubmit()}
        />
      )}
      <form class="form" noValidate onSubmit={submit}>
        <Field id="answer" label={text.challenge.answer} error={error} isAnnounced>
          <div class="field__box">
            <FieldInput
              id="answer"
              type="text"
              inputRef={field}
              error={error}
              describedBy={challengeLeadId}
              attributes={{ autocomplete: 'off', maxLength: 1000, required: true }}
            />
          </div>
        </Field>
        <SubmitButton label={text.mfa.submit} />
      </form>
    </ChallengeFrame>
  );
}
