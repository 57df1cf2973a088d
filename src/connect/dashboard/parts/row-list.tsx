import { useSignal } from '@preact/signals';
import type { List } from '../use-data.ts';
import type { Problem } from '../visitor.ts';
import { Loading } from './loader.tsx';
import { ProblemText } from './problem-text.tsx';
import { RowTable, type RowTableProps, type TableRow } from './row-table.tsx';

export interface RowListProps<Row, Choice> extends Omit<RowTableProps, 'rows' | 'id'> {
  readonly list: List<Row, Choice>;
  readonly toRow: (row: Row) => TableRow;
}

/** Shows a list that is loaded page by page, with a button that loads more rows. Shows "Loading…" and errors, too. */
export function RowList<Row, Choice>(props: RowListProps<Row, Choice>) {
  const { list, toRow, timeColumn, ...table } = props;
  const { rows, problem, hasMore, noun } = list;
  const id = `${noun[1]}-list`;
  return (
    <>
      <ProblemText problem={problem} />
      {rows === null && problem === null && <Loading />}
      {rows !== null && (
        <RowTable
          {...table}
          id={id}
          timeColumn={hasMore ? undefined : timeColumn}
          rows={rows.map(toRow)}
        />
      )}
      {hasMore && <MoreButton label={`Show more ${noun[1]}`} listId={id} more={list.more} />}
    </>
  );
}

interface MoreButtonProps {
  readonly label: string;
  readonly listId: string;
  readonly more: () => Promise<Problem | null>;
}

/** A button that loads more rows, and moves the focus to the first new row. */
function MoreButton({ label, listId, more }: MoreButtonProps) {
  const isBusy = useSignal(false);
  const problem = useSignal<Problem | null>(null);
  const listRows = () => document.querySelectorAll<HTMLElement>(`#${listId} > .list__row`);
  const showMore = async () => {
    if (isBusy.value) return;
    const { length: before } = listRows();
    isBusy.value = true;
    problem.value = null;
    problem.value = await more();
    isBusy.value = false;
    // The focus must move, because this button is now below the new rows. After the last page it no longer exists.
    requestAnimationFrame(() => {
      if (problem.value === null) listRows()[before]?.focus();
    });
  };
  return (
    <div class="row">
      <button
        type="button"
        class="button button--small"
        aria-disabled={isBusy.value}
        onClick={() => void showMore()}
      >
        {label}
      </button>
      <ProblemText problem={problem.value} />
    </div>
  );
}
