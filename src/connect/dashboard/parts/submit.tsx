import { useState } from 'preact/hooks';
import type { Problem } from '../parse-problem.ts';

/** A request that a form or a button sends. */
export interface Submission {
  readonly isBusy: boolean;
  /** The last problem, or null. */
  readonly problem: Problem | null;
  /** Sends the request, unless one is already in progress. Resolves to whether it succeeded. */
  submit(send: () => Promise<Problem | null>): Promise<boolean>;
}

/** @returns a request that has not been sent yet */
export function useSubmission(): Submission {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  return {
    isBusy,
    problem,
    async submit(send) {
      if (isBusy) return false;
      setIsBusy(true);
      setProblem(null);
      const failed = await send();
      setIsBusy(false);
      setProblem(failed);
      return failed === null;
    },
  };
}

/** The label and the progress of a form's button. */
export interface SubmitButtonProps {
  readonly label: string;
  readonly isBusy: boolean;
  /** Default: `primary`, the main action of the view. */
  readonly kind?: 'primary' | 'small';
}

/**
 * The button of a form. It stays focusable during the request, so that the focus is not lost.
 */
export function SubmitButton({ label, isBusy, kind = 'primary' }: SubmitButtonProps) {
  return (
    <button type="submit" class={`button button--${kind}`} aria-disabled={isBusy}>
      {isBusy && <span class="spinner" aria-hidden="true" />}
      <span>{label}</span>
    </button>
  );
}
