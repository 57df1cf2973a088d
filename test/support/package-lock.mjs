/**
 * Finds optional packages that a lock file refers to but does not list. `npm ci` refuses such a file.
 *
 * @param {{ packages: Record<string, any> }} lock - a package-lock.json, version 3
 * @returns {{ path: string, version: string, isDev: boolean }[]} the missing entries
 */
export function findMissingOptionalPackages(lock) {
  return Object.values(lock.packages).flatMap((entry) =>
    Object.entries(entry.optionalDependencies ?? {})
      .map(([name, version]) => ({
        path: `node_modules/${name}`,
        version: String(version),
        isDev: entry.dev === true,
      }))
      .filter(({ path }) => lock.packages[path] === undefined),
  );
}
