import { usePage } from '../page-context.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

export interface SubmitButtonProps {
  readonly label: string;
  /** Whether the user has changed the user name for which there were too many tries, so that they need not wait. */
  readonly isOther?: boolean;
}

/**
 * The submit button, last in its form and in the same place on every step. While the page or the user has to wait, a
 * press has no effect, but the button keeps the focus. Enter in a field of the form presses the button, too.
 */
export function SubmitButton({ label, isOther = false }: SubmitButtonProps) {
  const { store } = usePage();
  const mustWait = useSecondsLeft(store.problem.value?.wait) > 0 && !isOther;
  const isBusy = store.pending.value !== null;
  return (
    <div class="form__end">
      <button
        type="submit"
        class="button button--primary"
        aria-disabled={isBusy || mustWait}
        onClick={(event) => mustWait && event.preventDefault()}
      >
        {isBusy && <span class="spinner" aria-hidden="true" />}
        <span>{label}</span>
      </button>
    </div>
  );
}
