export interface SubmitButtonProps {
  readonly label: string;
  readonly isBusy: boolean;
  /** By default `primary`, the main action of the view. `quiet`: there is nothing to submit yet. */
  readonly kind?: 'primary' | 'quiet' | 'small';
}

/** The submit button of a form. It is not disabled during a request, because a disabled button would lose the focus. */
export function SubmitButton({ label, isBusy, kind = 'primary' }: SubmitButtonProps) {
  return (
    <button type="submit" class={`button button--${kind}`} aria-disabled={isBusy}>
      {isBusy && <span class="spinner" aria-hidden="true" />}
      <span>{label}</span>
    </button>
  );
}
