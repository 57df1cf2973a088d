import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { LiveText } from '../../design/live-text.tsx';

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
  /** Whether the row is open at first. */
  readonly isOpen?: boolean;
}

/** The order of a table by a time. */
export interface RowOrder {
  /** The header of the column with the time. */
  readonly column: string;
  readonly isOldestFirst: boolean;
  readonly reverse: () => void;
}

/** A table of rows that can be opened. */
export interface RowTableProps {
  /** The ID of the element that contains the rows. */
  readonly id?: string;
  /** The name of the table, for screen readers. */
  readonly caption: string;
  /** The headers of the columns; '' for columns of buttons. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly order?: RowOrder;
}

/** A table. In narrow windows, each row is a block with the headers next to its values. */
export function RowTable({ id, caption, columns, rows, order }: RowTableProps) {
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

function OrderedHeader({ order }: { readonly order: RowOrder }) {
  const { column, isOldestFirst, reverse } = order;
  return (
    <th scope="col" aria-sort={isOldestFirst ? 'ascending' : 'descending'}>
      <button type="button" class="list__order" onClick={reverse}>
        {column}{' '}
        <span aria-hidden="true">
          <LiveText text={isOldestFirst ? '↑' : '↓'} />
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
