import type { Scope } from '../shapes/unions.ts';
import type { DashboardClient } from './dashboard-client.ts';
import { changeHere, type DashboardState, enter, settle } from './dashboard-state.ts';
import type { Problem } from './parse-problem.ts';

/** Actions on the sign-in and on admin keys. Each promise resolves to the problem, or to null. */
export interface AccessActions {
  /** Sends the browser to the operators' OpenID provider. */
  signInAtProvider(): Promise<Problem | null>;
  signOut(): Promise<Problem | null>;
  signEveryoneOut(): Promise<Problem | null>;
  createKey(name: string, scopes: readonly Scope[]): Promise<Problem | null>;
  endKey(keyId: string): Promise<Problem | null>;
  forgetKey(): void;
}

export function createAccessActions(state: DashboardState, client: DashboardClient): AccessActions {
  const { adminKeys, shownKey, status } = state;
  const show = async () =>
    settle(state, await client.listKeys(), (loaded) => {
      if (state.route.value.view === 'access') adminKeys.value = loaded;
    });
  return {
    signInAtProvider: async () =>
      settle(state, await client.beginSignIn(location.pathname), ({ url }) => location.assign(url)),
    signOut: async () =>
      settle(state, await client.signOut(), (session) => {
        state.session.value = session;
        enter(state, null);
        status.value = 'You are signed out.';
      }),
    signEveryoneOut: async () =>
      settle(state, await client.signEveryoneOut(), () => {
        enter(state, null);
        status.value = 'Everyone is signed out, you too. Sign in again.';
      }),
    createKey: (name, scopes) =>
      changeHere(state, client.createKey(name, scopes), {
        use({ secret }) {
          shownKey.value = { name, value: secret };
          status.value = `There is a new key, ${name}.`;
        },
        show,
      }),
    endKey: (keyId) =>
      changeHere(state, client.endKey(keyId), {
        use() {
          status.value = 'The key has ended.';
        },
        show,
      }),
    forgetKey() {
      shownKey.value = null;
    },
  };
}
