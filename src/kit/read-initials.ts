/**
 * Returns the first letters of the first two words of a name, or undefined for a name without words. The pattern avoids
 * `\p`, because the first use of `\p` was measured to take 1 ms in Chromium 156.
 */
export function readInitials(name: string): string | undefined {
  const words = name.match(/[^\s!-/:-@[]+/g);
  return words
    ?.slice(0, 2)
    .map(([first]) => first)
    .join('');
}
