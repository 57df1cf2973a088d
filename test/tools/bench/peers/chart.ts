import type { Comparison, Figures } from './comparison.ts';
import { nameContender } from './field.ts';

const rowHeight = 20;
const top = 64;
const labelWidth = 190;
const panelWidth = 210;
const barWidth = 150;
const gap = 24;
/** Panels in a row. Two fit the column of a page, so the letters keep their size. */
const columns = 2;

/** One group of bars. */
interface Panel {
  readonly title: string;
  read(figures: Figures): number;
  show(value: number): string;
}

const panels: readonly Panel[] = [
  {
    title: 'open → ready ÷ by hand',
    read: ({ ready }) => ready.cold,
    show: (value) => value.toFixed(2),
  },
  {
    title: 'the same, slow network',
    read: ({ ready }) => ready['slow network'],
    show: (value) => value.toFixed(2),
  },
  {
    title: 'kB shipped, gzip',
    read: ({ bytes }) => bytes / 1000,
    show: (value) => value.toFixed(1),
  },
  {
    title: 'DOM nodes left behind',
    read: ({ left }) => Math.max(0, left.nodes),
    show: (value) => value.toLocaleString('en'),
  },
];

/** Draws every contender in each panel, in colours that are distinct on white and on black. */
export function drawChart({ figures, browser }: Comparison): string {
  const width = labelWidth + columns * panelWidth + (columns - 1) * gap;
  const lineHeight = top + figures.length * rowHeight;
  const height = (panels.length / columns) * lineHeight + 20;
  const date = new Date().toISOString().slice(0, 10);
  const lines = Array.from({ length: panels.length / columns }, (_, line) => {
    const labels = figures.map(
      ({ name }, row) =>
        `<text x="${labelWidth - 10}" y="${rowY(row)}" text-anchor="end"${own(name)}>${nameContender(name)}</text>`,
    );
    const drawn = panels
      .slice(line * columns, (line + 1) * columns)
      .map((panel, column) => drawPanel(panel, column, figures));
    return `<g transform="translate(0 ${line * lineHeight})">\n${[...labels, ...drawn].join('\n')}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">tax-connect compared with other packages: time until ready, bytes, nodes left behind</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #333; }
.title, .own { font-weight: 600; }
.note { fill: #666; }
rect { fill: #8a94a6; }
rect.own { fill: #2f6fde; }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd; }
  .note { fill: #999; }
  rect { fill: #77808f; }
  rect.own { fill: #6ea2ff; }
}
</style>
${lines.join('\n')}
<text class="note" x="0" y="${height - 8}">Shorter is better. Chromium ${browser}, ${date}. One command: npm run bench -- peers</text>
</svg>
`;
}

function drawPanel(
  { title, read, show }: Panel,
  column: number,
  figures: readonly Figures[],
): string {
  const x = labelWidth + column * (panelWidth + gap);
  const values = figures.map(read);
  const largest = Math.max(...values.filter(Number.isFinite));
  const bars = values.map((value, row) => {
    if (!Number.isFinite(value)) return `<text x="${x}" y="${rowY(row)}">–</text>`;
    const length = Math.max(1, (value / largest) * barWidth);
    const name = figures[row]?.name ?? '';
    const bar = `<rect x="${x}" y="${rowY(row) - 11}" width="${length.toFixed(1)}" height="13"${own(name)}/>`;
    return `${bar}<text x="${(x + length + 6).toFixed(1)}" y="${rowY(row)}"${own(name)}>${show(value)}</text>`;
  });
  return [`<text class="title" x="${x}" y="${top - 28}">${title}</text>`, ...bars].join('\n');
}

const rowY = (row: number) => top + row * rowHeight;
const own = (name: string) => (name.startsWith('tax-connect') ? ' class="own"' : '');
