import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import type { Filters } from '../routes.ts';
import type { List } from '../use-data.ts';
import type { Problem } from '../visitor.ts';
import { Loading, ProblemText } from './loader.tsx';

export interface RowListProps<Row, Choice extends Filters>
  extends Omit<RowTableProps, 'rows' | 'id'> {
  readonly list: List<Row, Choice>;
  readonly toRow: (row: Row) => TableRow;
}

export function RowList<Row, Choice extends Filters>(props: RowListProps<Row, Choice>) {
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
      {hasMore && <MoreButton id={id} more={list.more} noun={noun} />}
    </>
  );
}

interface MoreButtonProps extends Pick<List<unknown, Filters>, 'more' | 'noun'> {
  readonly id: string;
}

function MoreButton({ id, more, noun }: MoreButtonProps) {
  const isBusy = useSignal(false);
  const problem = useSignal<Problem | null>(null);
  const listRows = () => document.querySelectorAll<HTMLElement>(`#${id} > .list__row`);
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
      <Button look="small" isInert={isBusy.value} onClick={() => void showMore()}>
        {`Show more ${noun[1]}`}
      </Button>
      <ProblemText problem={problem.value} />
    </div>
  );
}

export interface TableRow {
  readonly key: string;
  /** Cells by the header of their column; '' for buttons. Null is drawn as a dash, and a column of nulls not at all. */
  readonly cells: Readonly<Record<string, ComponentChildren>>;
  readonly details?: ((close: () => void) => ComponentChildren) | undefined;
  /** The label of the button that opens the details. By default, the button is an arrow. */
  readonly opener?: string;
  /** The row in words. Screen readers call the button that opens the details "Details of" and this name. */
  readonly name?: string;
  /** The time by which the table can order its rows, in milliseconds since the epoch. */
  readonly time?: number;
  readonly isOpen?: boolean;
}

interface RowOrder {
  /** The header of the column that shows the times. A button in this header reverses the order. */
  readonly column: string;
  /** Undefined while the rows are in another order. */
  readonly isOldestFirst: boolean | undefined;
  readonly reverse: () => void;
}

export interface RowTableProps {
  readonly id?: string;
  readonly caption: string;
  /** Every row has the same columns. */
  readonly rows: readonly TableRow[];
  /** The text that is shown instead of a table without rows. When undefined, nothing is shown. */
  readonly empty?: ComponentChildren;
  /** Set if the service orders the rows. See also `timeColumn`. */
  readonly order?: RowOrder | undefined;
  /** The header of the column by which the table itself orders the rows. Set it only when every row is loaded. */
  readonly timeColumn?: string | undefined;
  /** True when a row without much space has two lines: the first two values, and the others. */
  readonly isBrief?: boolean;
}

/** With more than three columns and little space, each row is a block with the headers next to the values. */
export function RowTable(props: RowTableProps) {
  const { id, caption, empty, isBrief } = props;
  const { order, rows } = useOrder(props);
  const [first] = rows;
  if (!first) {
    return empty ? (
      <p key={typeof empty === 'string' ? empty : 'about'} class="empty">
        {empty}
      </p>
    ) : null;
  }
  const columns = Object.keys(first.cells).filter((name) =>
    rows.some(({ cells }) => cells[name] !== null),
  );
  const stacked = isBrief ? 'list list--stacked list--brief' : 'list list--stacked';
  return (
    <div class="list-box">
      <table class={columns.length > 3 ? stacked : 'list'}>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) =>
              column === order?.column ? (
                <OrderedHeader key={column} order={order} />
              ) : (
                <th key={column} scope="col">
                  {column || <span class="visually-hidden">Actions</span>}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody id={id}>
          {rows.map((row) => (
            <Row key={row.key} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Before the visitor chooses an order, the rows keep the order of the service, which may be the newest first. */
function useOrder({ rows, order, timeColumn: column }: RowTableProps) {
  const [chosen, setIsOldestFirst] = useState<boolean>();
  if (order || column === undefined || rows.length < 2) return { order, rows };
  const isSorted = rows.every(({ time = 0 }, index) => time <= (rows[index - 1]?.time ?? time));
  const isOldestFirst = chosen ?? (isSorted ? false : undefined);
  const reverse = () => setIsOldestFirst(!isOldestFirst);
  const sign = isOldestFirst ? 1 : -1;
  const ordered =
    chosen === undefined
      ? rows
      : [...rows].sort((one, other) => sign * ((one.time ?? 0) - (other.time ?? 0)));
  return { order: { column, isOldestFirst, reverse }, rows: ordered };
}

function OrderedHeader({ order }: { readonly order: RowOrder }) {
  const { column, isOldestFirst, reverse } = order;
  const sort = isOldestFirst ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={isOldestFirst === undefined ? 'none' : sort}>
      <button type="button" class="list__order" onClick={reverse}>
        {column}{' '}
        <span aria-hidden="true">
          <LiveText text={isOldestFirst === undefined ? '↕' : isOldestFirst ? '↑' : '↓'} />
        </span>
      </button>
    </th>
  );
}

/** A row with its details. Its `tabIndex` of -1 lets scripts focus the row, but Tab skips it. */
function Row({ row, columns }: { readonly row: TableRow; readonly columns: readonly string[] }) {
  const { details, opener, name } = row;
  const cells = columns.map((column) => [column, row.cells[column] ?? '–'] as const);
  const [isOpen, setIsOpen] = useState(row.isOpen ?? false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <tr class="list__row" tabIndex={-1}>
        {cells.map(([column, cell], index) => (
          <td key={column} data-label={column}>
            <div class={column ? 'list__cell' : 'list__cell row'}>
              {typeof cell === 'string' && cell ? <LiveText text={cell} /> : cell}
              {details && index === cells.length - 1 && (
                <button
                  type="button"
                  class={opener ? 'button button--small' : 'list__opener'}
                  aria-expanded={isOpen}
                  aria-label={`${opener ?? 'Details'} of ${name}`}
                  ref={button}
                  onClick={() => setIsOpen(!isOpen)}
                >
                  {opener}
                </button>
              )}
            </div>
          </td>
        ))}
      </tr>
      {details && isOpen && (
        <tr class="list__details">
          <td colSpan={cells.length}>{details(close)}</td>
        </tr>
      )}
    </>
  );
}
