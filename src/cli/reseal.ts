import process from 'node:process';
import type { Resealed } from '../connect/service/reseal/reseal.ts';
import { serviceModules } from './package-files.ts';

type Reseal = typeof import('../connect/service/reseal/reseal.ts');

/** Encrypts every stored secret again, with the first key of `GRANT_KEY`. Exits with 1 if another key is needed. */
export async function runReseal(): Promise<void> {
  const { reseal }: Reseal = await import(serviceModules.reseal);
  const { text, isDone } = describeResult(await reseal(process.env));
  process.stdout.write(text);
  if (!isDone) process.exitCode = 1;
}

export function describeResult({ keys, before, after, moved }: Resealed) {
  const [first] = keys;
  const isDone = [...after].every(([name, count]) => name === first || count === 0);
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
  const rest = isDone
    ? 'The first key seals everything.'
    : 'Other keys still seal values: add a missing key to GRANT_KEY, and run this again.';
  return { text: `${lines.join('\n')}\n\n${moved} moved. ${rest}\n`, isDone };
}
