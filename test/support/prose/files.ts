/** Skipped files: texts in other languages, and the output of tools. */
const foreign =
  /(?:^|\/)locales\/(?!en\.ts$)|^package-lock\.json$|^test\/(?:support\/prose\/rules|sources\/prose\.test)\.ts$|^src\/connect\/service\/http\/notice-texts\.ts$/;

/**
 * @param path - relative to the repository
 * @returns whether the check of prose reads it
 */
export function isProse(path: string): boolean {
  return /\.(?:md|tsx?|mjs|js)$/.test(path) && !foreign.test(path);
}
