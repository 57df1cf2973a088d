import type { Result, Row } from '../benchmark.ts';

const headings = ['', 'found', 'aim', 'inside', 'how sure it is, or what it counts'];

/** Prints every line with its aim. A missed aim is reported and is not an error. */
export function printReport(results: readonly Result[]): void {
  const sections = results.map(({ name, rows }) => [[name], ...rows.map(describeRow)]);
  printTable([headings, ...sections.flatMap((section) => [[], ...section])]);
}

function describeRow({ label, value, unit, aim, isLeast, note }: Row): string[] {
  const show = formats[unit];
  if (aim === undefined) return [`  ${label}`, show(value), '', '', note];
  const isInside = isLeast ? value >= aim : value <= aim;
  const limit = `${isLeast ? '≥' : '≤'} ${show(aim)}`;
  return [`  ${label}`, show(value), limit, isInside ? 'yes' : 'NO', note];
}

const formats: Readonly<Record<Row['unit'], (value: number) => string>> = {
  ratio: (value) => value.toFixed(2),
  bytes: (value) => `${value.toLocaleString('en')} B`,
  ms: (value) => `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ms`,
  count: (value) => value.toLocaleString('en'),
};

/** Aligns the first and the last column to the left, and numbers to the right. */
function printTable(lines: readonly (readonly string[])[]): void {
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => (line.length > 1 ? (line[column] ?? '').length : 0))),
  );
  const draw = (line: readonly string[]) =>
    line
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        const isText = column === 0 || column === line.length - 1;
        return isText ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  process.stdout.write(`\n${lines.map(draw).join('\n')}\n`);
}
