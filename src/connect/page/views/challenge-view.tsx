import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChallengeOption } from 'tax-connect/providers';
import { Button } from '../../../kit/button.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import { fill } from '../../../texts/fill.ts';
import type { PageTexts } from '../../../texts/surfaces.ts';
import type { Challenge } from '../../shapes/flow-answers.ts';
import type { ChallengeProps } from '../flow.ts';
import { formatUnit } from '../format-unit.ts';
import { usePage } from '../page-context.ts';
import { CodeAnswer } from '../parts/code-answer.tsx';
import { FilledText } from '../parts/filled-text.tsx';
import { challengeLeadId, StepTitle } from '../parts/headings.tsx';
import { Parties } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { ResendButton } from '../parts/resend-button.tsx';
import { StepForm } from '../parts/step-form.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useCheckedField } from '../parts/use-checked-field.ts';
import { useShownFocus } from '../parts/use-shown-focus.ts';

const answers = {
  code: CodeAnswer,
  choice: ChoiceAnswer,
  question: QuestionAnswer,
  push: PushAnswer,
} as const;

/** The texts of the page for each kind, used when the provider has set none. */
function listTexts({ mfa, challenge }: PageTexts): Readonly<Record<Challenge['kind'], OwnTexts>> {
  return {
    code: mfa,
    choice: { title: challenge.choiceTitle },
    question: { title: challenge.questionTitle },
    push: { title: challenge.pushTitle, lead: challenge.pushLead, sent: challenge.pushSent },
  };
}

interface OwnTexts {
  readonly title: string;
  /** `sent` names the destination of the code or request. `lead` is used when the destination is not known. */
  readonly lead?: string;
  readonly sent?: string;
}

/** Each new challenge gets a new screen, so that no input of the previous challenge stays. */
export function ChallengeView(props: ChallengeProps) {
  const { id, kind, title, prompt } = props.challenge;
  const own = listTexts(usePage().text)[kind];
  const Answer = answers[kind];
  return (
    <section class="view" aria-labelledby="view-title" key={id}>
      <Parties provider={props.provider} />
      <StepTitle takesFocus={kind === 'push'}>{title ? <bdi>{title}</bdi> : own.title}</StepTitle>
      <p class="view__lead" id={challengeLeadId}>
        {prompt ? <bdi>{prompt}</bdi> : <Destination {...props} {...own} />}
      </p>
      <Answer {...props} />
    </section>
  );
}

function Destination({ provider, challenge, lead = '', sent = '' }: ChallengeProps & OwnTexts) {
  const names = { provider: provider.name };
  if (!challenge.sent_to || !sent) return <>{fill(lead, names)}</>;
  const destination = (
    <bdi class="target" dir="ltr" translate={false}>
      {challenge.sent_to}
    </bdi>
  );
  return <FilledText text={sent} values={{ ...names, destination }} />;
}

/** The interval at which the page asks the provider whether the user has approved the sign-in, in milliseconds. */
const pollIntervalMs = 2500;

function describeWait({ lang, waiting }: PageTexts, { expires_in: seconds }: Challenge): string {
  if (seconds === undefined) return waiting.push;
  return fill(waiting.pushUpTo, { time: formatUnit(lang, Math.round(seconds / 60), 'minute') });
}

/** Shown while the user approves the sign-in on another device. Asks the provider for the result again and again. */
function PushAnswer({ challenge }: ChallengeProps) {
  const { dispatch, pending, problem, text } = usePage();
  const isWaiting = problem === null && pending === null;

  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => dispatch('submitAnswer', ''), pollIntervalMs);
    return () => clearTimeout(timer);
  }, [isWaiting, dispatch]);

  return (
    <>
      <ProblemNote onRetry={() => dispatch('submitAnswer', '')} />
      <p class="push" role="status">
        {!problem && (
          <>
            <span class="spinner" aria-hidden="true" />
            <LiveText text={describeWait(text, challenge)} />
          </>
        )}
      </p>
      {challenge.can_resend && (
        <div class="terms row">
          <ResendButton />
        </div>
      )}
      <div class="form__end">
        <Button look="quiet" onClick={() => dispatch('goBack')}>
          {text.challenge.pushCancel}
        </Button>
      </div>
    </>
  );
}

function QuestionAnswer() {
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

const readOption = (option: ChallengeOption) =>
  typeof option === 'string' ? { value: option, label: option, detail: undefined } : option;

/** Lets the user pick one of the provider's options, such as the device for a code. */
function ChoiceAnswer({ challenge }: ChallengeProps) {
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
