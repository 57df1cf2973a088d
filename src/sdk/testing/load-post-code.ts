import { postCode } from '../host/session/post-code.ts';

/** Replaces the modal's chunk in the build of the fake, because `forwardCode` needs only this part of it. */
export async function loadSession(): Promise<{ readonly postCode: typeof postCode }> {
  return { postCode };
}
