import { postCode } from '../host/session/post-code.ts';

/** Replaces the modal's chunk in the fake, because `forwardCode` needs only `postCode` of it. */
export async function loadSession(): Promise<{ readonly postCode: typeof postCode }> {
  return { postCode };
}
