import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { drawChart } from './chart.ts';
import type { Comparison, Figures } from './comparison.ts';
import { nameContender } from './field.ts';

const page = 'demo/docs/comparison.md';
const chart = 'demo/docs/comparison.svg';
/** The paragraph with the date, and the table below it. */
const lastFigures = /^Measured on [^|]*(?:^\|.*\n)+/m;

/** A column of the table: its values, and their format. */
interface Column {
  readonly title: string;
  read(figures: Figures): number;
  show(value: number): string;
}

const ratio = (value: number) => value.toFixed(2);
const whole = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });

const columns: readonly Column[] = [
  { title: 'bytes', read: ({ bytes }) => bytes, show: whole },
  { title: 'ready', read: ({ ready }) => ready.cold, show: ratio },
  { title: 'ready, slow CPU', read: ({ ready }) => ready['slow CPU'], show: ratio },
  { title: 'ready, slow network', read: ({ ready }) => ready['slow network'], show: ratio },
  { title: 'seen', read: ({ seen }) => seen, show: ratio },
  { title: 'host CPU', read: ({ cpu }) => cpu, show: ratio },
  { title: 'code, ms', read: ({ codeMs }) => codeMs, show: (value) => value.toFixed(1) },
  { title: 'nodes left', read: ({ left }) => left.nodes, show: whole },
  { title: 'listeners left', read: ({ left }) => left.listeners, show: whole },
];

/** Replaces the figures on the page of the documentation, and draws the chart. */
export function publishComparison(comparison: Comparison): void {
  const text = readFileSync(page, 'utf8');
  if (!lastFigures.test(text)) throw new Error(`${page} has no figures to replace.`);
  writeFileSync(
    page,
    text.replace(lastFigures, () => `${describe(comparison)}\n`),
  );
  writeFileSync(chart, drawChart(comparison));
  execFileSync('node_modules/.bin/biome', ['format', '--write', page, chart], { stdio: 'ignore' });
}

function describe(comparison: Comparison): string {
  const { figures, rounds, cycles, browser } = comparison;
  const [load = 0] = loadavg();
  const rows = figures.map((one) => [
    nameContender(one.name),
    ...columns.map(({ read, show }) => (Number.isNaN(read(one)) ? '–' : show(read(one)))),
  ]);
  const heading = ['package', ...columns.map(({ title }) => title)];
  const rule = heading.map((_, index) => (index === 0 ? '---' : '--:'));
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}`;
  const date = new Date().toISOString().slice(0, 10);
  return [
    `Measured on ${date} in Chromium ${browser} on ${machine}, Node ${process.versions.node}: medians of`,
    `${rounds} interleaved rounds, ${cycles} cycles. The load of the machine was ${load.toFixed(1)} at the end.`,
    '',
    ...[heading, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}
