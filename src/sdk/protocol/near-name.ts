/**
 * Finds the name that a developer meant.
 *
 * @param word - a name that does not exist, such as `onConected`, `redirect_uri`, `--prot` or `timeout`
 * @param names - the names that exist
 * @returns the name that differs by its capitals or separators, by one letter, by two swapped letters or by
 *   a missing end; undefined without one, and never `word` itself
 */
export function findNearName(word: string, names: readonly string[]): string | undefined {
  const meant = simplify(word);
  const others = names.filter((name) => name !== word);
  const isEqual = (name: string) => simplify(name) === meant;
  const isSimilar = (name: string) => isNear(simplify(name), meant);
  return others.find(isEqual) ?? others.find(isSimilar);
}

const minStartLength = 4;

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isNear(name: string, word: string): boolean {
  if (word.length >= minStartLength && name.startsWith(word)) return true;
  if (word === '') return false;
  let start = 0;
  while (start < name.length && name[start] === word[start]) start += 1;
  const [nameRest, wordRest] = [name.slice(start), word.slice(start)];
  const isSwapped =
    nameRest[0] === wordRest[1] &&
    nameRest[1] === wordRest[0] &&
    nameRest.slice(2) === wordRest.slice(2);
  return (
    isSwapped ||
    nameRest.slice(1) === wordRest.slice(1) ||
    nameRest.slice(1) === wordRest ||
    nameRest === wordRest.slice(1)
  );
}
