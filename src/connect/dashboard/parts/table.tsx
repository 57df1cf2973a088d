import type { ComponentChildren } from 'preact';

export interface TableProps {
  /** The name of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** The table's rows. */
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways when it is wider than the window. The keyboard can scroll it, too. */
export function Table({ caption, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table" tabIndex={0} aria-label={caption}>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
