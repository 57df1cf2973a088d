import { createSession, mountSelector, postCode, prepare } from '../session/session.ts';

/** Replaces `load-session.ts` in the script tag, which is a single file and fetches no chunks. */
export function loadSession(): Promise<typeof import('../session/session.ts')> {
  return Promise.resolve({ createSession, mountSelector, postCode, prepare });
}
