/**
 * Finds the name that a developer meant by a word such as `onConected`, `redirect_uri`, `--prot` or `timeout`. The two
 * differ by capitals or separators, by one letter, by a letter in another place or by a missing end.
 */
export function findNearName(word: string, names: readonly string[]): string | undefined {
  const meant = simplify(word);
  const parts = dropEachLetter(meant);
  return names.find((name) => {
    const known = simplify(name);
    const isBeginning = meant.length >= minStartLength && known.startsWith(meant);
    const isSimilar = dropEachLetter(known).some((part) => parts.includes(part));
    return name !== word && (isBeginning || isSimilar);
  });
}

const minStartLength = 4;

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function dropEachLetter(word: string): string[] {
  const shorter = [...word].map((_, index) => word.slice(0, index) + word.slice(index + 1));
  return [word, ...shorter];
}
