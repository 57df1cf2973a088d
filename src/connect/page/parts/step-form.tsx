import type { ComponentChildren } from 'preact';
import { Button } from '../../../kit/button.tsx';
import { usePage } from '../page-context.ts';
import { useMustWait } from './use-seconds-left.ts';

export interface StepFormProps {
  readonly label: string;
  /** Called for each submission while the page waits for no response. */
  readonly onSubmit: () => void;
  /** True when the user has changed the user name for which there were too many tries, so that they need not wait. */
  readonly isOther?: boolean;
  readonly children?: ComponentChildren;
}

/** The button is in the same place on every step, and keeps the focus in a wait. Enter in a field presses it, too. */
export function StepForm({ label, onSubmit, isOther = false, children }: StepFormProps) {
  const { pending } = usePage();
  const mustWait = useMustWait() && !isOther;
  const isBusy = pending !== null;
  return (
    // `noValidate`, because the browser's own bubbles cannot be styled, translated or read again.
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSubmit();
      }}
    >
      {children}
      <div class="form__end">
        <Button
          type="submit"
          isBusy={isBusy}
          isInert={isBusy || mustWait}
          onClick={(event) => mustWait && event.preventDefault()}
        >
          {label}
        </Button>
      </div>
    </form>
  );
}
