import type { Environment } from '../shapes/unions.ts';
import { type AccountActions, createAccountActions } from './account-actions.ts';
import type { AddressList, DashboardClient } from './dashboard-client.ts';
import {
  createState,
  type DashboardState,
  enter,
  moveTo,
  readClientId,
  settle,
  showApplication,
} from './dashboard-state.ts';
import { formatNumber } from './format.ts';
import type { Problem } from './parse-problem.ts';
import type { Route } from './routes.ts';

/** An address to be added or removed. */
interface AddressChange {
  readonly action: 'add' | 'remove';
  readonly address: string;
}

/** Actions. Each promise resolves to the problem, or to null. */
interface DashboardActions {
  signIn(password: string): Promise<Problem | null>;
  signOut(): Promise<Problem | null>;
  register(name: string, environment: Environment): Promise<Problem | null>;
  changeAddress(list: AddressList, change: AddressChange): Promise<Problem | null>;
  rotateSecret(): Promise<Problem | null>;
  endOldSecrets(): Promise<Problem | null>;
  rename(name: string): Promise<Problem | null>;
  /** @param limit - the application's own; null: the service's */
  setSubmissionLimit(limit: number | null): Promise<Problem | null>;
  /** @param logo - base64; null: none */
  setLogo(logo: string | null): Promise<Problem | null>;
  /** @param name - the application's, as the user has typed it */
  deleteApplication(name: string): Promise<Problem | null>;
  /** Adds the next page of the log. */
  showMoreChanges(): Promise<Problem | null>;
  forgetSecret(): void;
  /** Puts a sentence into the live region. */
  say(status: string): void;
  /** Loads what the current view shows. */
  load(): Promise<void>;
  /** Goes to a view; the address follows. */
  go(route: Route): void;
}

/** State and actions together. */
export type DashboardStore = Readonly<DashboardState> & DashboardActions & AccountActions;

/** The parts of a store. */
export interface DashboardStoreOptions {
  /** @param readCsrfToken - the token that goes with every change */
  createClient(readCsrfToken: () => string | null): DashboardClient;
  readonly firstRoute: Route;
  /** Called when the user goes to another view, to update the address bar. */
  onRoute(route: Route): void;
}

/**
 * @param options - the service, and where to begin
 * @returns the dashboard before it has asked anything
 */
export function createDashboardStore(options: DashboardStoreOptions): DashboardStore {
  const state = createState(options.firstRoute);
  const client = options.createClient(() => state.csrfToken.value);
  const load = () => loadView(state, client);
  const go = (route: Route) => {
    moveTo(state, route);
    options.onRoute(route);
    void load();
  };
  return {
    ...state,
    ...createApplicationActions(state, client),
    ...createAccountActions(state, client),
    load,
    go,
    async signIn(password) {
      const failed = settle(state, await client.signIn(password), ({ csrf_token }) => {
        enter(state, csrf_token);
        state.status.value = '';
      });
      if (!failed) await load();
      return failed;
    },
    signOut: async () =>
      settle(state, await client.signOut(), () => {
        enter(state, null);
        state.status.value = 'You are signed out.';
      }),
    register: async (name, environment) =>
      settle(state, await client.register(name, environment), (registered) => {
        const { client_id: clientId, client_secret: value } = registered;
        go({ view: 'application', clientId });
        state.shownSecret.value = { clientId, value };
        state.status.value = `${name} is registered.`;
      }),
    deleteApplication: async (name) =>
      settle(state, await client.deleteApplication(readClientId(state), name), () => {
        go({ view: 'applications' });
        state.status.value = `${name} is deleted.`;
      }),
    async showMoreChanges() {
      const shown = state.changes.value;
      if (!shown?.next) return null;
      return settle(state, await client.listChanges(shown.next), ({ entries, next }) => {
        if (state.changes.value !== shown) return;
        state.changes.value = { list: [...shown.list, ...entries], next };
        state.status.value = `${formatNumber(shown.list.length + entries.length)} changes shown.`;
      });
    },
    say(text) {
      state.status.value = text;
    },
  };
}

async function loadView(state: DashboardState, client: DashboardClient): Promise<void> {
  const { visitor, route, problem } = state;
  problem.value = null;
  const current = route.value;
  if (visitor.value === 'unknown') {
    const session = await client.findSession();
    problem.value = settle(state, session, (found) => {
      enter(state, found.csrf_token);
      state.hasExpired.value = found.has_expired;
    });
  }
  if (visitor.value !== 'operator') return;
  const failed = await loadParts(state, client, current);
  // The user may have gone elsewhere meanwhile.
  if (route.value === current) problem.value = failed;
}

/** @returns why what the view shows could not be loaded, or null */
async function loadParts(
  state: DashboardState,
  client: DashboardClient,
  route: Route,
): Promise<Problem | null> {
  switch (route.view) {
    case 'register':
      return null;
    case 'application':
      return settle(state, await client.findApplication(route.clientId), (loaded) =>
        showApplication(state, loaded),
      );
    case 'audit-log':
      return settle(state, await client.listChanges(''), ({ entries: list, next }) => {
        state.changes.value = { list, next };
      });
    case 'reference':
      return settle(state, await client.findFlows(route.reference), (found) => {
        state.foundFlows.value = found.flows;
      });
    case 'applications':
      return settle(state, await client.listApplications(), (answer) => {
        state.applications.value = answer.applications;
      });
  }
}

type ApplicationActions = Pick<
  DashboardActions,
  | 'changeAddress'
  | 'rotateSecret'
  | 'endOldSecrets'
  | 'forgetSecret'
  | 'rename'
  | 'setSubmissionLimit'
  | 'setLogo'
>;

/** Changes the application that the route names. */
function createApplicationActions(
  state: DashboardState,
  client: DashboardClient,
): ApplicationActions {
  const { shownSecret, status } = state;
  return {
    changeAddress: async (list, change) =>
      settle(state, await client.changeAddress(readClientId(state), list, change), (changed) => {
        showApplication(state, changed);
        status.value = `${change.action === 'add' ? 'Added' : 'Removed'} ${change.address}.`;
      }),
    rotateSecret: async () =>
      settle(state, await client.rotateSecret(readClientId(state)), (rotated) => {
        showApplication(state, rotated.application);
        const { client_id: clientId } = rotated.application;
        shownSecret.value = { clientId, value: rotated.client_secret };
        status.value = 'There is a new client secret.';
      }),
    endOldSecrets: async () =>
      settle(state, await client.endOldSecrets(readClientId(state)), (changed) => {
        showApplication(state, changed);
        status.value = 'The old client secret has ended.';
      }),
    rename: async (name) =>
      settle(state, await client.rename(readClientId(state), name), (changed) => {
        showApplication(state, changed);
        status.value = `The application is called ${changed.name} now.`;
      }),
    setSubmissionLimit: async (limit) =>
      settle(state, await client.setSubmissionLimit(readClientId(state), limit), (changed) => {
        showApplication(state, changed);
        status.value = 'The limit of test sign-ins is set.';
      }),
    setLogo: async (logo) =>
      settle(state, await client.setLogo(readClientId(state), logo), (changed) => {
        showApplication(state, changed);
        status.value = logo === null ? 'The logo is removed.' : 'The logo is set.';
      }),
    forgetSecret() {
      shownSecret.value = null;
    },
  };
}
