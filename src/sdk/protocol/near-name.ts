/**
 * Finds the name that a developer meant.
 *
 * @param word - a name that does not exist, such as `onConected`, `redirect_uri`, `--prot` or `timeout`
 * @param names - the names that exist
 * @returns the name that differs by its capitals or separators, by one letter, by a letter in another place or
 *   by a missing end; undefined without one, and never `word` itself
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
  const parts = dropEachLetter(word);
  return word !== '' && dropEachLetter(name).some((part) => parts.includes(part));
}

/** @returns the word, and what is left of it without each of its letters */
function dropEachLetter(word: string): string[] {
  const shorter = Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1));
  return [word, ...shorter];
}
