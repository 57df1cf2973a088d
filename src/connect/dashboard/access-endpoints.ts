import {
  adminKeysAnswer,
  createdKeyAnswer,
  endedKeyAnswer,
  endedSignInsAnswer,
} from '../shapes/admin-key-answers.ts';
import { providerSignInAnswer, sessionAnswer } from '../shapes/dashboard-answers.ts';
import type { Scope } from '../shapes/unions.ts';
import type { Ask } from './dashboard-request.ts';

/** @returns the endpoints about the sign-in and admin keys */
export function createAccessEndpoints(ask: Ask) {
  return {
    findSession: () => ask({ path: 'session', answer: sessionAnswer }),
    signIn: (password: string) =>
      ask({ path: 'sign-in', body: { password }, answer: sessionAnswer }),
    /** @param path - the path of the view to return to */
    beginSignIn: (path: string) =>
      ask({ path: 'provider-sign-in', body: { path }, answer: providerSignInAnswer }),
    signOut: () => ask({ path: 'sign-out', body: {}, answer: sessionAnswer }),
    signEveryoneOut: () => ask({ path: 'sign-ins/end', body: {}, answer: endedSignInsAnswer }),
    listKeys: () => ask({ path: 'keys', answer: adminKeysAnswer }),
    createKey: (name: string, scopes: readonly Scope[]) =>
      ask({ path: 'keys', body: { name, scopes }, answer: createdKeyAnswer }),
    endKey: (keyId: string) =>
      ask({ path: `keys/${encodeURIComponent(keyId)}/end`, body: {}, answer: endedKeyAnswer }),
  };
}
