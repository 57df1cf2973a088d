import { warnDeveloper } from './developer-warnings.ts';

/**
 * Stands in for `load-developer-warnings.ts` in the script tag, which is one file and has nothing to fetch.
 *
 * @returns the module
 */
export function loadDeveloperWarnings(): Promise<typeof import('./developer-warnings.ts')> {
  return Promise.resolve({ warnDeveloper });
}
