/** Fetches the warnings for developers. Users of live applications do not need them. */
export function loadDeveloperWarnings(): Promise<typeof import('./developer-warnings.ts')> {
  return import('./developer-warnings.ts');
}
