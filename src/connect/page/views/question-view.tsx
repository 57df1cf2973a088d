import type { TargetedSubmitEvent } from 'preact';
import { Field, FieldInput } from '../../../kit/field.tsx';
import { usePage } from '../page-context.ts';
import {
  ChallengeFrame,
  challengeLeadId,
  type KnownChallengeProps,
} from '../parts/challenge-frame.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { useCheckedField } from '../parts/use-checked-field.ts';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** Lets the user answer a security question of the provider. */
export function QuestionView({ provider, challenge }: KnownChallengeProps) {
  const { store, text } = usePage();
  const { field, problem, error, check } = useCheckedField(
    'invalid_answer',
    text.challenge.answerMissing,
  );
  useShownFocus(field);

  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const answer = field.current?.value.trim() ?? '';
    if (store.pending.value) return;
    if (check(answer)) store.submitAnswer(answer);
  };

  return (
    <ChallengeFrame provider={provider} challenge={challenge} title={text.challenge.questionTitle}>
      {problem && (
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
