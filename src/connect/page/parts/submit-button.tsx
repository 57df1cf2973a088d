import { usePage } from '../page-context.ts';

/** The label and the progress of a form's button. */
export interface SubmitButtonProps {
  readonly label: string;
}

/**
 * The button of a form, last in it, in the same place on every step. While the page waits it stays focusable, so that the focus is not lost, and
 * does nothing.
 */
export function SubmitButton({ label }: SubmitButtonProps) {
  const { store } = usePage();
  const isBusy = store.pending.value !== null;
  return (
    <div class="form__end">
      <button type="submit" class="button button--primary" aria-disabled={isBusy}>
        {isBusy && <span class="spinner" aria-hidden="true" />}
        <span>{label}</span>
      </button>
    </div>
  );
}
