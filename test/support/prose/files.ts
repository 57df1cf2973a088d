/** Skipped files: the output of tools, and the rules with their examples. */
const foreign = /^test\/(?:support\/prose\/rules|sources\/prose\.test)\.ts$/;

/**
 * @param path - relative to the repository
 * @returns whether the check of prose reads it
 */
export function isProse(path: string): boolean {
  return /\.(?:md|tsx?|mjs|js)$|^src\/texts\/en\.json$/.test(path) && !foreign.test(path);
}
