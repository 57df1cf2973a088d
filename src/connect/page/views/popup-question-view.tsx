import type { TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { fill, splitText } from '../../../texts/fill.ts';
import type { ViewOf } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { PressAgain, useConsentGuards } from '../parts/consent-form.tsx';
import { Domain } from '../parts/domain.tsx';
import { StepTitle } from '../parts/headings.tsx';
import { readDigits } from '../parts/read-code.ts';
import { TextField } from '../parts/text-field.tsx';
import { useCheckedField } from '../parts/use-checked-field.ts';
import { useShownFocus } from '../parts/use-shown-focus.ts';

export function PopupQuestionView({ origin, needs_number }: ViewOf<'question'>) {
  const { application: named, dispatch, pending, text } = usePage();
  const buttons = useRef<HTMLDivElement>(null);
  const { guard, isWaiting, asksAgain } = useConsentGuards(buttons).allow;
  const { field, error, check } = useCheckedField('wrong_number', text.question.numberMissing);
  const isPending = pending !== null;
  const application = named.name;
  const [before, after] = splitText(text.question.lead, 'host');
  useShownFocus(field);

  const confirm = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    if (!needs_number) return dispatch('confirmPopup', null);
    const number = readDigits(field.current?.value ?? '');
    if (check(number)) dispatch('confirmPopup', number);
  };

  return (
    <section class="view" aria-labelledby="view-title">
      <StepTitle takesFocus={!needs_number}>{fill(text.question.title, { application })}</StepTitle>
      <p class="view__lead" id="question-lead">
        {before}
        <Domain name={new URL(origin).host} after={after} />
      </p>
      <form class="form" noValidate onSubmit={confirm}>
        {needs_number && (
          <TextField
            id="number"
            label={text.question.number}
            inputMode="numeric"
            autocomplete="off"
            dir="ltr"
            maxLength={50}
            inputRef={field}
            hint={fill(text.question.numberHint, { application })}
            error={error}
            describedBy="question-lead"
          />
        )}
        <div class="form__end" ref={buttons}>
          <PressAgain label={asksAgain ? text.question.confirm : null} />
          <Button
            type="submit"
            isBusy={isPending}
            isInert={isWaiting || isPending}
            onClick={(event) => !guard.press() && event.preventDefault()}
          >
            {text.question.confirm}
          </Button>
          <Button look="quiet" isInert={isPending} onClick={() => dispatch('refusePopup')}>
            {text.question.refuse}
          </Button>
        </div>
      </form>
    </section>
  );
}
