/**
 * Finds the word that a misspelt one was probably meant to be.
 *
 * @returns the first other word at most two letters away, whatever the case of the letters; not `word` itself
 */
export function findSimilar(word: string, others: readonly string[]): string | undefined {
  return others.find((other) => other !== word && countEdits(word, other) <= 2);
}

/** The Levenshtein distance. https://en.wikipedia.org/wiki/Levenshtein_distance#Iterative_with_two_matrix_rows */
function countEdits(left: string, right: string): number {
  const letters = [...right.toLowerCase()];
  let row = [0, ...letters.map((_, index) => index + 1)];
  for (const letter of left.toLowerCase()) {
    const above = row;
    row = [(above[0] ?? 0) + 1];
    letters.forEach((other, index) => {
      const [diagonal = 0, up = 0] = above.slice(index);
      row.push(Math.min(diagonal + Number(letter !== other), up + 1, (row[index] ?? 0) + 1));
    });
  }
  return row.at(-1) ?? 0;
}
