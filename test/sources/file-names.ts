import { basename, dirname } from 'node:path';

/** Two files of one folder that are easily confused. */
export type SimilarFiles = readonly [one: string, other: string];

/**
 * @param paths - files of the repository
 * @returns pairs in one folder whose names, without endings and digits, differ only by one letter or the
 *   plural of a word
 */
export function findSimilarFiles(paths: readonly string[]): readonly SimilarFiles[] {
  return paths.flatMap((one, index) =>
    paths
      .slice(index + 1)
      .filter((other) => dirname(other) === dirname(one))
      .filter((other) => areSimilar(readStem(one), readStem(other)))
      .map((other) => [one, other] as const),
  );
}

function readStem(path: string): string {
  return basename(path).replace(/\..*$/, '').replaceAll(/\d/g, '');
}

function areSimilar(one: string, other: string): boolean {
  if (one === other) return false;
  return toSingular(one) === toSingular(other) || differByOneLetter(one, other);
}

function toSingular(stem: string): string {
  return stem.replaceAll(/(?<=\w{2})(?:ies|y|es|s)(?=-|$)/g, '');
}

function differByOneLetter(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  return short.slice(start + (long.length === short.length ? 1 : 0)) === long.slice(start + 1);
}
