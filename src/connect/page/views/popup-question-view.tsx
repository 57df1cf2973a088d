import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fill, fillCount, splitText } from '../../../texts/fill.ts';
import type { PopupQuestion } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { Domain } from '../parts/domain.tsx';
import { PressAgain } from '../parts/press-again.tsx';
import { readDigits } from '../parts/read-code.ts';
import { TextField } from '../parts/text-field.tsx';
import { useConsentGuards } from '../parts/use-consent-guards.ts';
import { useParties } from '../parts/use-parties.ts';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/**
 * Asks the user whether they opened this popup, because another person's link may have led to it. In some cases, the
 * user also types the number that the host shows.
 */
export function PopupQuestionView({ question }: { readonly question: PopupQuestion }) {
  const { store, text } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const { guard, isWaiting, asksAgain } = useConsentGuards(buttons).allow;
  const { field, error, readNumber } = useNumber();
  const isPending = store.pending.value !== null;
  const isInert = isWaiting || isPending;
  const application = store.application.value.name;
  const [before, after] = splitText(text.question.lead, 'host');
  useShownFocus(question.needsNumber ? field : heading);

  const confirm = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const number = question.needsNumber ? readNumber() : null;
    if (number !== '') store.confirmPopup(number);
  };

  return (
    <section class="view" aria-labelledby="view-title">
      <h1 class="view__title" id="view-title" tabIndex={-1} ref={heading}>
        {fill(text.question.title, { application })}
      </h1>
      <p class="view__lead" id="question-lead">
        {before}
        <Domain name={new URL(question.origin).host} after={after} />
      </p>
      <form class="form" noValidate onSubmit={confirm}>
        {question.needsNumber && (
          <TextField
            id="number"
            label={text.question.number}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={50}
            inputRef={field}
            hint={fill(text.question.numberHint, { application })}
            error={error}
            describedBy="question-lead"
          />
        )}
        <div class="form__end form__end--two" ref={buttons}>
          <PressAgain label={asksAgain ? text.question.confirm : null} />
          <button
            type="submit"
            class="button button--primary"
            aria-disabled={isInert}
            onClick={(event) => {
              if (!guard.press()) event.preventDefault();
            }}
          >
            {isPending && <span class="spinner" aria-hidden="true" />}
            <span>{text.question.confirm}</span>
          </button>
          <button
            type="button"
            class="button button--quiet"
            aria-disabled={isPending}
            onClick={() => store.refusePopup()}
          >
            {text.question.refuse}
          </button>
        </div>
      </form>
    </section>
  );
}

/** The field for the number that the host shows, and its error. */
function useNumber() {
  const { store, text } = usePage();
  const parties = useParties();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ isMissing: false });
  const problem = store.problem.value;
  const isWrong = problem?.code === 'wrong_number';

  // This effect runs after the error is drawn, because screen readers read the field together with its error.
  useEffect(() => {
    if (typed.isMissing || isWrong) field.current?.focus();
    if (isWrong) field.current?.select();
  }, [typed, isWrong, problem]);

  const title = fill(text.notices.wrong_number.title, parties);
  const readNumber = () => {
    const number = readDigits(field.current?.value ?? '');
    setTyped({ isMissing: number === '' });
    return number;
  };
  const left = problem?.triesLeft
    ? ` – ${fillCount(text.tries.left, { count: problem.triesLeft }, text.lang)}`
    : '';
  const wrong = isWrong ? title + left : null;
  return { field, readNumber, error: typed.isMissing ? text.question.numberMissing : wrong };
}
