import type { TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { fill, splitText } from '../../../texts/fill.ts';
import type { PopupQuestion } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { Domain } from '../parts/domain.tsx';
import { PressAgain } from '../parts/press-again.tsx';
import { readDigits } from '../parts/read-code.ts';
import { TextField } from '../parts/text-field.tsx';
import { useCheckedField } from '../parts/use-checked-field.ts';
import { useConsentGuards } from '../parts/use-consent-guards.ts';
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
  const { field, error, check } = useCheckedField('wrong_number', text.question.numberMissing);
  const isPending = store.pending.value !== null;
  const isInert = isWaiting || isPending;
  const application = store.application.value.name;
  const [before, after] = splitText(text.question.lead, 'host');
  useShownFocus(question.needsNumber ? field : heading);

  const confirm = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    if (!question.needsNumber) {
      store.confirmPopup(null);
      return;
    }
    const number = readDigits(field.current?.value ?? '');
    if (check(number)) store.confirmPopup(number);
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
