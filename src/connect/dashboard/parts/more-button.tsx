import type { Problem } from '../parse-problem.ts';
import { ProblemText } from './problem-text.tsx';
import { useSubmission } from './submit.tsx';

/** A list with more pages. */
export interface MoreButtonProps {
  readonly label: string;
  /** ID of the list. A script can focus its rows. */
  readonly listId: string;
  /** Adds a page; resolves to the problem, or null. */
  readonly onMore: () => Promise<Problem | null>;
}

/** Shows the next page of a list, and moves the focus to its first row. */
export function MoreButton({ label, listId, onMore }: MoreButtonProps) {
  const { isBusy, problem, submit } = useSubmission();
  const showMore = async () => {
    const rows = document.getElementById(listId)?.children;
    const before = rows?.length ?? 0;
    const isDone = await submit(onMore);
    // This button is below the new rows. After the last page it is removed.
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
