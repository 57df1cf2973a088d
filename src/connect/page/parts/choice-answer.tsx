import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChallengeOption } from 'tax-connect/providers';
import { usePage } from '../page-context.ts';
import { type ChallengeProps, challengeLeadId } from './challenge-props.ts';
import { ProblemNote } from './problem-note.tsx';
import { StepForm } from './step-form.tsx';
import { useShownFocus } from './use-shown-focus.ts';

const readOption = (option: ChallengeOption) =>
  typeof option === 'string' ? { value: option, label: option, detail: undefined } : option;

/** Lets the user pick one of the provider's options, such as the device for a code. */
export function ChoiceAnswer({ challenge }: ChallengeProps) {
  const { dispatch, problem, text } = usePage();
  const first = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState({ isMissing: false });
  useShownFocus(first);

  const send = () => {
    setError({ isMissing: chosen === null });
    if (chosen !== null) dispatch('submitAnswer', chosen);
  };

  useEffect(() => {
    if (error.isMissing) first.current?.focus();
  }, [error]);

  return (
    <>
      <ProblemNote isRepeatedBelow takesFocus={!problem?.wait} onRetry={send} />
      <StepForm label={text.mfa.submit} onSubmit={send}>
        <div
          class="options"
          role="radiogroup"
          aria-labelledby="view-title"
          aria-describedby={error.isMissing ? `${challengeLeadId} choice-error` : challengeLeadId}
        >
          {challenge.options.map(readOption).map(({ value, label, detail }, index) => (
            <label class="choice" key={value}>
              <input
                type="radio"
                name="choice"
                value={value}
                ref={index === 0 ? first : null}
                onChange={() => setChosen(value)}
              />
              <span class="choice__texts">
                <bdi>{label}</bdi>
                {detail && <bdi class="field__hint">{detail}</bdi>}
              </span>
            </label>
          ))}
        </div>
        {error.isMissing && (
          <p class="field__error" id="choice-error" role="alert">
            {text.challenge.choiceMissing}
          </p>
        )}
      </StepForm>
    </>
  );
}
