import { createSession, postCode, prepareFlow } from './session.ts';

/**
 * Stands in for `load-session.ts` in the script tag, which is one file and has nothing to fetch.
 *
 * @returns the module
 */
export function loadSession(): Promise<typeof import('./session.ts')> {
  return Promise.resolve({ createSession, postCode, prepareFlow });
}
