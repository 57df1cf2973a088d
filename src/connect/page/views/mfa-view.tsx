import type { TargetedSubmitEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { fill } from '../../../texts/fill.ts';
import type { Challenge } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';
import {
  ChallengeFrame,
  type ChallengeViewProps,
  challengeLeadId,
} from '../parts/challenge-frame.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { findDigits, readLetters } from '../parts/read-code.ts';
import { ResendButton } from '../parts/resend-button.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { TestCodeHint } from '../parts/test-hint.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useCheckedField } from '../parts/use-checked-field.ts';
import { useSecondsLeft } from '../parts/use-seconds-left.ts';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/** Lets the user enter the one-time code that the provider has sent. */
export function MfaView({ provider, challenge }: ChallengeViewProps) {
  const { text } = usePage();
  const isNumeric = challenge?.characters !== 'letters_and_digits';
  // A provider's own prompt may be about an app that generates the codes. Then nothing was sent that could be missing.
  const isSent = !challenge?.prompt || challenge.can_resend;
  const { field, error, problem, submit, handleInput, retry } = useOneTimeCodeForm(challenge);
  const codeLength = isNumeric ? challenge?.code_length : undefined;
  useShownFocus(field);

  return (
    <ChallengeFrame
      provider={provider}
      challenge={challenge}
      title={text.mfa.title}
      texts={text.mfa}
    >
      {problem && <ProblemNote problem={problem} takesFocus={!problem.wait} onRetry={retry} />}
      <form class="form" noValidate onSubmit={submit}>
        <TextField
          id="one-time-code"
          label={text.mfa.code}
          type="text"
          inputMode={isNumeric ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          // People also paste the whole message with the code.
          maxLength={1000}
          inputRef={field}
          // This form submits a complete code automatically, which it must announce (WCAG 3.2.2). An error replaces
          // this text.
          hint={
            codeLength && error === null
              ? fill(text.mfa.digits, { length: `${codeLength}` })
              : undefined
          }
          onInput={handleInput}
          error={error}
          describedBy={challengeLeadId}
        />
        {provider.is_simulated !== false && !challenge?.prompt && <TestCodeHint />}
        {isSent && <NothingCame provider={provider} challenge={challenge} />}
        <SubmitButton label={text.mfa.submit} />
      </form>
    </ChallengeFrame>
  );
}

/** Another code, and folded advice, for a user who has not got a code. */
function NothingCame({ provider, challenge }: ChallengeViewProps) {
  const { mfa } = usePage().text;
  return (
    <div>
      {challenge?.can_resend && <ResendButton />}
      <details class="more">
        <summary class="more__title">{mfa.missing}</summary>
        <div class="more__body">
          <p>{mfa.missingAdvice}</p>
          <p>{fill(mfa.missingStill, { provider: provider.name })}</p>
        </div>
      </details>
    </div>
  );
}

function useOneTimeCodeForm(challenge: Challenge | undefined) {
  const isNumeric = challenge?.characters !== 'letters_and_digits';
  const { store, text } = usePage();
  const { field, problem, error, check } = useCheckedField(
    'invalid_one_time_code',
    text.mfa.codeMissing,
  );
  const sent = useRef('');
  const mustWait = useSecondsLeft(store.problem.value?.wait) > 0;

  const send = (code: string) => {
    sent.current = code;
    if (check(code)) store.submitAnswer(code);
  };
  const readCode = ({ value }: HTMLInputElement) =>
    isNumeric ? findDigits(value, challenge?.code_length ?? 0) : readLetters(value);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (field.current && !store.pending.value) send(readCode(field.current));
  };
  // Sends a complete code at once, whether it was typed, pasted or filled in by the phone. A code that was refused is
  // not sent again automatically.
  const handleInput = () => {
    if (!field.current || store.pending.value || mustWait) return;
    const code = readCode(field.current);
    const isComplete = isNumeric && code.length === challenge?.code_length;
    if (isComplete && code !== sent.current) send(code);
  };

  const [retry] = useState(() => () => field.current?.form?.requestSubmit());
  return { field, error, problem, submit, handleInput, retry };
}
