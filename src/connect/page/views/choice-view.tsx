import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChallengeOption } from 'tax-connect/providers';
import { usePage } from '../page-context.ts';
import {
  ChallengeFrame,
  challengeLeadId,
  type KnownChallengeProps,
} from '../parts/challenge-frame.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { useShownFocus } from '../parts/use-shown-focus.ts';

const readOption = (option: ChallengeOption) =>
  typeof option === 'string' ? { value: option, label: option, detail: undefined } : option;

/** Lets the user pick one of the provider's options, such as the device for a code. */
export function ChoiceView({ provider, challenge }: KnownChallengeProps) {
  const { store, text } = usePage();
  const first = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState({ isMissing: false });
  const problem = store.problem.value;
  useShownFocus(first);

  const send = () => {
    if (store.pending.value) return;
    setError({ isMissing: chosen === null });
    if (chosen !== null) store.submitAnswer(chosen);
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send();
  };

  useEffect(() => {
    if (error.isMissing) first.current?.focus();
  }, [error]);

  const description = [challengeLeadId, error.isMissing && 'choice-error']
    .filter(Boolean)
    .join(' ');
  return (
    <ChallengeFrame provider={provider} challenge={challenge} title={text.challenge.choiceTitle}>
      {problem && <ProblemNote problem={problem} takesFocus={!problem.wait} onRetry={send} />}
      <form class="form" noValidate onSubmit={submit}>
        <div
          class="options"
          role="radiogroup"
          aria-labelledby="view-title"
          aria-describedby={description}
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
                {detail && <bdi class="choice__detail">{detail}</bdi>}
              </span>
            </label>
          ))}
        </div>
        {error.isMissing && (
          <p class="field__error" id="choice-error" role="alert">
            {text.challenge.choiceMissing}
          </p>
        )}
        <SubmitButton label={text.mfa.submit} />
      </form>
    </ChallengeFrame>
  );
}
