import type { Problem } from '../parse-problem.ts';
import { ProblemText } from './problem-text.tsx';
import { useSubmission } from './submit.tsx';

/** A list with more pages. */
export interface MoreButtonProps {
  readonly label: string;
  /** ID of the list. Its rows can be focused by script. */
  readonly listId: string;
  /** Adds a page; resolves to what was wrong, or null. */
  readonly onMore: () => Promise<Problem | null>;
}

/** Shows the next page of a list, and takes the focus to the first row of it. */
export function MoreButton({ label, listId, onMore }: MoreButtonProps) {
  const { isBusy, problem, submit } = useSubmission();
  const showMore = async () => {
    const rows = document.getElementById(listId)?.children;
    const before = rows?.length ?? 0;
    const isDone = await submit(onMore);
    // This button is below all of the new rows, and gone after the last page.
    requestAnimationFrame(() => {
      const row = rows?.item(before);
      if (isDone && row instanceof HTMLElement) row.focus();
    });
  };
  return (
    <div class="actions">
      <button
        type="button"
        class="button button--small"
        aria-disabled={isBusy}
        onClick={() => void showMore()}
      >
        {label}
      </button>
      <ProblemText problem={problem} />
    </div>
  );
}
