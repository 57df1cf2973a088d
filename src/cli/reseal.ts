import process from 'node:process';
import type { Resealed } from '../connect/service/reseal/reseal.ts';
import { resealUrl } from './package-files.ts';

/** The type of the built module. It is taken from the module's source. */
type Reseal = typeof import('../connect/service/reseal/reseal.ts');

/**
 * Encrypts every encrypted value in the database again, with the first key of `GRANT_KEY`. Exits with 1 if another key
 * is still needed for some value.
 */
export async function runReseal(): Promise<void> {
  const { reseal }: Reseal = await import(resealUrl);
  const result = await reseal(process.env);
  const [first] = result.keys;
  const left = [...result.after].some(([name, count]) => name !== first && count > 0);
  process.stdout.write(describeResult(result, left));
  if (left) process.exitCode = 1;
}

function describeResult({ keys, before, after, moved }: Resealed, hasRest: boolean): string {
  const names = [...new Set([...keys, ...before.keys(), ...after.keys()])];
  const places = ['first key of GRANT_KEY', 'second key of GRANT_KEY'];
  const cells = [
    ['key', 'before', 'after', ''],
    ...names.map((name) => [
      name,
      `${before.get(name) ?? 0}`,
      `${after.get(name) ?? 0}`,
      places[keys.indexOf(name)] ?? 'not in GRANT_KEY',
    ]),
  ];
  const lines = cells.map(([name = '', had = '', has = '', place = '']) =>
    `${name.padEnd(8)}  ${had.padStart(10)}  ${has.padStart(10)}  ${place}`.trimEnd(),
  );
  const rest = hasRest
    ? 'Other keys still seal values: add a missing key to GRANT_KEY, and run this again.'
    : 'The first key seals everything.';
  return `${lines.join('\n')}\n\n${moved} moved. ${rest}\n`;
}
