import { postCode } from '../host/session/post-code.ts';

/**
 * The build of the fake uses this module in place of the modal's chunk, because `forwardCode` needs only `postCode`.
 */
export async function loadSession(): Promise<{ readonly postCode: typeof postCode }> {
  return { postCode };
}
