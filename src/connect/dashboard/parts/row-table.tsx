import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

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

/** A table of rows that can be opened. */
export interface RowTableProps {
  /** The ID of the element that contains the rows. */
  readonly id?: string;
  /** The name of the table, for screen readers. */
  readonly caption: string;
  /** The headers of the columns; '' for columns of buttons. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/** A table. In narrow windows, each row is a block with the headers next to its values. */
export function RowTable({ id, caption, columns, rows }: RowTableProps) {
  return (
    <div class="list-box">
      <table class={columns.length > 3 ? 'list list--stacked' : 'list'}>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column || <span class="visually-hidden">Actions</span>}
              </th>
            ))}
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
              {cell}
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
