import { useRef } from 'preact/hooks';
import { fill } from '../../../texts/fill.ts';
import type { Challenge } from '../../shapes/flow-answers.ts';
import type { ChallengeProps } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { challengeLeadId } from './headings.tsx';
import { ProblemNote } from './problem-note.tsx';
import { findDigits, readLetters } from './read-code.ts';
import { ResendButton } from './resend-button.tsx';
import { StepForm } from './step-form.tsx';
import { TestCodeHint } from './test-hint.tsx';
import { TextField } from './text-field.tsx';
import { useCheckedField } from './use-checked-field.ts';
import { useMustWait } from './use-seconds-left.ts';
import { useShownFocus } from './use-shown-focus.ts';

/** The longest code that has a cell for each digit. The cells of a longer one would be too narrow on a phone. */
const mostCells = 8;

export function CodeAnswer({ provider, challenge }: ChallengeProps) {
  const { mfa } = usePage().text;
  const isNumeric = challenge.characters !== 'letters_and_digits';
  // A provider's own prompt may be about an app that generates the codes. Then nothing was sent that could be missing.
  const isSent = !challenge.prompt || challenge.can_resend;
  const { field, error, problem, submit, handleInput, fillIn, retry } = useOneTimeCode(challenge);
  const codeLength = isNumeric ? challenge.code_length : undefined;
  useShownFocus(field);

  return (
    <>
      <ProblemNote isRepeatedBelow problem={problem} takesFocus={!problem?.wait} onRetry={retry} />
      <StepForm label={mfa.submit} onSubmit={submit}>
        <TextField
          id="one-time-code"
          label={mfa.code}
          inputMode={isNumeric ? 'numeric' : 'text'}
          autocomplete="one-time-code"
          dir="ltr"
          // People also paste the whole message with the code.
          maxLength={1000}
          cells={codeLength !== undefined && codeLength <= mostCells ? codeLength : 0}
          inputRef={field}
          // Announces that a complete code is submitted automatically (WCAG 3.2.2). An error replaces it.
          hint={
            codeLength && error === null ? fill(mfa.digits, { length: `${codeLength}` }) : undefined
          }
          onInput={handleInput}
          error={error}
          describedBy={challengeLeadId}
        />
        {provider.is_simulated !== false && !challenge.prompt && <TestCodeHint fillIn={fillIn} />}
        {isSent && <NothingCame provider={provider} challenge={challenge} />}
      </StepForm>
    </>
  );
}

/** Folded advice, and on the same line another code, for a user who has not got a code. */
function NothingCame({ provider, challenge }: ChallengeProps) {
  const { mfa } = usePage().text;
  return (
    <div class="terms row">
      <details class="more">
        <summary class="more__title">{mfa.missing}</summary>
        <div class="more__body">
          <p>{mfa.missingAdvice}</p>
          <p>{fill(mfa.missingStill, { provider: provider.name })}</p>
        </div>
      </details>
      {challenge.can_resend && <ResendButton />}
    </div>
  );
}

function useOneTimeCode({ characters, code_length: length = 0 }: Challenge) {
  const isNumeric = characters !== 'letters_and_digits';
  const { dispatch, pending, text } = usePage();
  const { check, ...checked } = useCheckedField('invalid_one_time_code', text.mfa.codeMissing);
  const sent = useRef('');
  const mustWait = useMustWait();

  const readCode = () => {
    const { value = '' } = checked.field.current ?? {};
    return isNumeric ? findDigits(value, length) : readLetters(value);
  };
  const send = (code: string) => {
    sent.current = code;
    if (check(code)) dispatch('submitAnswer', code);
  };
  // Sends a complete code at once, typed, pasted or filled in by the phone, but not a refused one again.
  const handleInput = () => {
    if (pending || mustWait) return;
    const code = readCode();
    if (!isNumeric || code === '' || code.length !== length) return;
    // Each digit of the code is in its cell, also if other words or other digits were pasted.
    if (checked.field.current) checked.field.current.value = code;
    if (code !== sent.current) send(code);
  };
  const fillIn = (code: string) => {
    const { current: field } = checked.field;
    if (!field) return;
    field.value = code;
    field.focus();
    handleInput();
  };
  return { ...checked, submit: () => send(readCode()), handleInput, fillIn };
}
