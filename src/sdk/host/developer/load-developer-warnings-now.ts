import { explainSilence, warnDeveloper } from './developer-warnings.ts';

/** Replaces `load-developer-warnings.ts` in the script tag, which is a single file and fetches no chunks. */
export function loadDeveloperWarnings(): Promise<typeof import('./developer-warnings.ts')> {
  return Promise.resolve({ explainSilence, warnDeveloper });
}
