import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { LiveText } from '../../../kit/live-text.tsx';

/** A row of a table. */
export interface TableRow {
  readonly key: string;
  /** The contents of the cells, one for each column. */
  readonly cells: readonly ComponentChildren[];
  /** Draws the part below an open row. Without it, the row cannot be opened. */
  readonly details?: ((close: () => void) => ComponentChildren) | undefined;
  /** The label of the button that opens the row; "Details" by default. */
  readonly opener?: string;
  /** Completes the name of that button for screen readers, such as "Details of". */
  readonly name?: string;
  /** The time that the table can be ordered by, in milliseconds since the epoch. */
  readonly time?: number;
  /** Whether the row is open at first. */
  readonly isOpen?: boolean;
}

/** The order of a table by a time. */
interface RowOrder {
  /** The header of the column with the time. */
  readonly column: string;
  /** Undefined until the visitor has chosen. */
  readonly isOldestFirst: boolean | undefined;
  readonly reverse: () => void;
}

export interface RowTableProps {
  /** The ID of the element that contains the rows. */
  readonly id?: string;
  /** The name of the table, for screen readers. */
  readonly caption: string;
  /** The headers of the columns; '' for columns of buttons. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** The order, if the service makes it. */
  readonly order?: RowOrder | undefined;
  /** The header of the column that orders the rows by their `time`, if all rows are shown. */
  readonly timeColumn?: string | undefined;
}

/** A table. In narrow windows, each row is a block with the headers next to its values. */
export function RowTable(props: RowTableProps) {
  const { id, caption, columns } = props;
  const { order, rows } = useOrder(props);
  return (
    <div class="list-box">
      <table class={columns.length > 3 ? 'list list--stacked' : 'list'}>
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

/** Orders the rows as the visitor chooses. Until then, the rows keep the order of the service. */
function useOrder({ rows, order, timeColumn: column }: RowTableProps) {
  const [isOldestFirst, setIsOldestFirst] = useState<boolean>();
  if (order || column === undefined || rows.length < 2) return { order, rows };
  const reverse = () => setIsOldestFirst(!isOldestFirst);
  const sign = isOldestFirst ? 1 : -1;
  const ordered =
    isOldestFirst === undefined
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

interface RowProps {
  readonly row: TableRow;
  readonly columns: readonly string[];
}

/** A row with its details. Scripts can focus it. */
function Row({ row, columns }: RowProps) {
  const { cells, details, opener = 'Details', name } = row;
  const [isOpen, setIsOpen] = useState(row.isOpen ?? false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <tr class="list__row" tabIndex={-1}>
        {cells.map((cell, index) => (
          <td key={columns[index]} data-label={columns[index]}>
            <div class={columns[index] ? 'list__cell' : 'list__cell list__cell--actions'}>
              {typeof cell === 'string' ? <LiveText text={cell} /> : cell}
              {details && index === cells.length - 1 && (
                <button
                  type="button"
                  class="button button--small"
                  aria-expanded={isOpen}
                  aria-label={`${opener} of ${name}`}
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
          <td colSpan={columns.length}>{details(close)}</td>
        </tr>
      )}
    </>
  );
}
