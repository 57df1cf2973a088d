/**
 * Fetches what warns developers. Users of live applications do not need it.
 *
 * @returns the module
 */
export function loadDeveloperWarnings(): Promise<typeof import('./developer-warnings.ts')> {
  return import('./developer-warnings.ts');
}
