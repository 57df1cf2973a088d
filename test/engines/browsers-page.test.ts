import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limits } from './limits.ts';

const document = readFileSync(new URL('../../demo/docs/browsers.md', import.meta.url), 'utf8');
/** Cells of every table row, without padding. */
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the table of browsers in the documentation', () => {
  it.each(limits)('lists what $engine does not report: $what', (limit) => {
    expect(rows).toContainEqual(['', ...Object.values(limit), '']);
  });

  it('lists no other limits', () => {
    const first = rows.findIndex((cells) => cells.includes('not observed'));
    const told = rows.slice(first + 2).findIndex((cells) => !cells[1]?.startsWith('WebKit'));
    expect(first).toBeGreaterThan(0);
    expect(told < 0 ? rows.slice(first + 2).length : told).toBe(limits.length);
  });
});
