import { usePage } from '../page-context.ts';
import { challengeLeadId } from './challenge-props.ts';
import { ProblemNote } from './problem-note.tsx';
import { StepForm } from './step-form.tsx';
import { TextField } from './text-field.tsx';
import { useCheckedField } from './use-checked-field.ts';
import { useShownFocus } from './use-shown-focus.ts';

export function QuestionAnswer() {
  const { dispatch, text } = usePage();
  const { answerMissing, answer: label } = text.challenge;
  const { field, problem, error, check, retry } = useCheckedField('invalid_answer', answerMissing);
  useShownFocus(field);

  const submit = () => {
    const answer = field.current?.value.trim() ?? '';
    if (check(answer)) dispatch('submitAnswer', answer);
  };

  return (
    <>
      <ProblemNote isRepeatedBelow problem={problem} takesFocus={!problem?.wait} onRetry={retry} />
      <StepForm label={text.mfa.submit} onSubmit={submit}>
        <TextField
          id="answer"
          label={label}
          autocomplete="off"
          maxLength={1000}
          inputRef={field}
          error={error}
          describedBy={challengeLeadId}
        />
      </StepForm>
    </>
  );
}
