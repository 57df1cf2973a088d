import { postCode } from '../host/post-code.ts';

/** In place of the modal's chunk, in the build of the fake: `forwardCode` needs this part of it only. */
export async function loadSession(): Promise<{ readonly postCode: typeof postCode }> {
  return { postCode };
}
