import type { ConsentTermsJson } from '../shapes/flow-answers.ts';
import type { Environment } from '../shapes/unions.ts';
import { type AccessActions, createAccessActions } from './access-actions.ts';
import { type AccountActions, createAccountActions } from './account-actions.ts';
import { type ConsentActions, createConsentActions } from './consent-actions.ts';
import type { AddressList, DashboardClient } from './dashboard-client.ts';
import type { Result } from './dashboard-request.ts';
import {
  createState,
  type DashboardState,
  enter,
  moveTo,
  readClientId,
  settle,
  showApplication,
} from './dashboard-state.ts';
import { createDeliveryActions, type DeliveryActions } from './delivery-actions.ts';
import { formatNumber } from './format.ts';
import type { Problem } from './parse-problem.ts';
import { createProviderActions, type ProviderActions } from './provider-actions.ts';
import type { Destination, Route } from './routes.ts';
import { createSessionActions, type SessionActions } from './session-actions.ts';
import { createWebhookActions, type WebhookActions } from './webhook-actions.ts';

/** An address to be added or removed. */
interface AddressChange {
  readonly action: 'add' | 'remove';
  readonly address: string;
}

/** Actions. Each promise resolves to the problem, or to null. */
interface DashboardActions {
  signIn(password: string): Promise<Problem | null>;
  register(name: string, environment: Environment): Promise<Problem | null>;
  changeAddress(list: AddressList, change: AddressChange): Promise<Problem | null>;
  rotateSecret(): Promise<Problem | null>;
  endOldSecrets(): Promise<Problem | null>;
  rename(name: string): Promise<Problem | null>;
  /** @param limit - the application's own limit; null for the service's */
  setSubmissionLimit(limit: number | null): Promise<Problem | null>;
  /** @param days - the lifetime of access tokens from later exchanges; null when they never end */
  setTokenDays(days: number | null): Promise<Problem | null>;
  /** @param logo - base64; null removes it */
  setLogo(logo: string | null): Promise<Problem | null>;
  /** @param terms - the terms to change; others stay */
  setTerms(terms: Partial<ConsentTermsJson>): Promise<Problem | null>;
  /** @param name - the application's name, as the user has typed it */
  deleteApplication(name: string): Promise<Problem | null>;
  /** Adds the next page of the log. */
  showMoreChanges(): Promise<Problem | null>;
  forgetSecret(): void;
  /** Puts a sentence into the live region. */
  say(status: string): void;
  /** Loads the data of the current view. */
  load(): Promise<void>;
  /** Goes to a view and updates the address. If edits would be lost, the user is asked first. */
  go(route: Destination): void;
  /** Shows the view of the address. */
  show(route: Route): void;
  /** Acts at once, or asks first if edits would be lost. */
  leave(act: () => void): void;
  /** Closes the question without leaving. */
  stay(): void;
}

/** State and actions together. */
export type DashboardStore = Readonly<DashboardState> &
  DashboardActions &
  AccountActions &
  ConsentActions &
  AccessActions &
  ProviderActions &
  SessionActions &
  WebhookActions &
  DeliveryActions;

/** The parts of a store. */
export interface DashboardStoreOptions {
  /** @param readCsrfToken - reads the token that is sent with every change */
  createClient(readCsrfToken: () => string | null): DashboardClient;
  readonly firstRoute: Route;
  /** Called when the user goes to another view, to update the address bar. */
  onRoute(route: Destination): void;
  /** @returns whether the view has edits that would be lost */
  hasUnsavedEdits(): boolean;
}

/**
 * @param options - the service, and the first view
 * @returns the dashboard before its first request
 */
export function createDashboardStore(options: DashboardStoreOptions): DashboardStore {
  const state = createState(options.firstRoute);
  const client = options.createClient(() => state.csrfToken.value);
  const load = () => loadView(state, client);
  const show = (route: Route) => {
    moveTo(state, route);
    void load();
  };
  const open = (route: Destination) => {
    options.onRoute(route);
    show(route);
  };
  const leave = (act: () => void) => {
    if (options.hasUnsavedEdits()) state.leaving.value = act;
    else act();
  };
  return {
    ...state,
    ...createApplicationActions(state, client),
    ...createAccountActions(state, client),
    ...createConsentActions(state, client),
    ...createAccessActions(state, client),
    ...createProviderActions(state, client),
    ...createSessionActions(state, client),
    ...createWebhookActions(state, client),
    ...createDeliveryActions(state, client),
    load,
    show,
    leave,
    go: (route) => leave(() => open(route)),
    stay() {
      state.leaving.value = null;
    },
    async signIn(password) {
      const failed = settle(state, await client.signIn(password), (session) => {
        state.session.value = session;
        enter(state, session.csrf_token);
        state.status.value = '';
      });
      if (!failed) await load();
      return failed;
    },
    register: async (name, environment) =>
      settle(state, await client.register(name, environment), (registered) => {
        const { client_id: clientId, client_secret: value } = registered;
        open({ view: 'application', clientId });
        state.shownSecret.value = { clientId, value };
        state.status.value = `${name} is registered.`;
      }),
    deleteApplication: async (name) =>
      settle(state, await client.deleteApplication(readClientId(state), name), () => {
        open({ view: 'applications' });
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
      state.session.value = found;
      enter(state, found.csrf_token);
      state.hasExpired.value = found.has_expired;
    });
  }
  if (visitor.value !== 'operator') return;
  const failed = await loadParts(state, client, current);
  // The user may have left the view meanwhile.
  if (route.value !== current || !failed) return;
  // Loaded data stays on the screen, together with the user's input.
  if (state.application.value && failed.status !== 404) state.status.value = failed.description;
  else problem.value = failed;
}

/** @returns why the data of the view could not be loaded, or null */
async function loadParts(
  state: DashboardState,
  client: DashboardClient,
  route: Route,
): Promise<Problem | null> {
  /** Drops the answer if the user has left the view meanwhile. */
  const settleHere = <Value>(result: Result<Value>, use: (value: Value) => void) =>
    settle(state, result, (value) => {
      if (state.route.value === route) use(value);
    });
  switch (route.view) {
    case 'register':
    case 'missing':
      return null;
    case 'application': {
      const before = state.application.value;
      return settleHere(await client.findApplication(route.clientId), (loaded) => {
        // The answer to a change is newer than this one.
        if (state.application.value === before) state.application.value = loaded;
      });
    }
    case 'access':
      return settleHere(await client.listKeys(), (loaded) => {
        state.adminKeys.value = loaded;
      });
    case 'audit-log':
      return settleHere(await client.listChanges(''), ({ entries: list, next }) => {
        state.changes.value = { list, next };
      });
    case 'providers':
      return settleHere(await client.listProviders(), ({ providers }) => {
        state.providers.value = providers;
      });
    case 'reference':
      return settleHere(await client.findFlows(route.reference), (found) => {
        state.foundFlows.value = found.flows;
      });
    case 'applications':
      return settleHere(await client.listApplications(), (answer) => {
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
  | 'setTokenDays'
  | 'setLogo'
  | 'setTerms'
>;

/** Creates the actions that change the application in the route. */
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
    setTokenDays: async (days) =>
      settle(state, await client.setTokenDays(readClientId(state), days), (changed) => {
        showApplication(state, changed);
        status.value = 'The lifetime of access tokens is set.';
      }),
    setLogo: async (logo) =>
      settle(state, await client.setLogo(readClientId(state), logo), (changed) => {
        showApplication(state, changed);
        status.value = logo === null ? 'The logo is removed.' : 'The logo is set.';
      }),
    setTerms: async (terms) =>
      settle(state, await client.setTerms(readClientId(state), terms), (changed) => {
        showApplication(state, changed);
        status.value = 'Consent is changed.';
      }),
    forgetSecret() {
      shownSecret.value = null;
    },
  };
}
