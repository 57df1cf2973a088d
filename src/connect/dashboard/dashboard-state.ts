import { batch, type Signal, signal } from '@preact/signals';
import type { AdminKeys } from '../shapes/admin-key-answers.ts';
import type { Change } from '../shapes/audit-answers.ts';
import type { Consent } from '../shapes/consent-answers.ts';
import type {
  Application,
  ApplicationSummary,
  ConnectedAccount,
  ConnectSession,
  Delivery,
  FoundFlow,
  Session,
  Webhook,
} from '../shapes/dashboard-answers.ts';
import type { KnownProvider } from '../shapes/provider-answers.ts';
import type { DeliveryStatus, SessionStatus } from '../shapes/unions.ts';
import type { ConsentChoice } from './consent-choice.ts';
import type { AccountChoice } from './dashboard-client.ts';
import type { Result } from './dashboard-request.ts';
import type { Problem } from './parse-problem.ts';
import type { Route } from './routes.ts';

/** A new secret. It is shown only once. */
interface ShownSecret {
  readonly clientId: string;
  readonly value: string;
}

/** The pages of a list that have been loaded. */
interface LoadedPages<Row> {
  readonly list: readonly Row[];
  /** The start of the next page; null after the last one. */
  readonly next: string | null;
}

/** The connected accounts of the application. */
interface ShownAccounts extends LoadedPages<ConnectedAccount>, AccountChoice {}

/** The consents that people have given to the application. */
interface ShownConsents extends LoadedPages<Consent>, ConsentChoice {}

/** The sessions of the application. */
interface ShownSessions extends LoadedPages<ConnectSession> {
  /** The chosen status; null for any. */
  readonly chosen: SessionStatus | null;
}

/** The deliveries of one webhook. */
interface ShownDeliveries extends LoadedPages<Delivery> {
  readonly webhookId: string;
  /** The chosen status; null for any. */
  readonly chosen: DeliveryStatus | null;
}

/** A new signing secret. It is shown only once. */
interface ShownWebhookSecret {
  readonly webhookId: string;
  readonly value: string;
}

/** The secret of a new admin key. It is shown only once. */
interface ShownKey {
  readonly name: string;
  readonly value: string;
}

/** The link of a new session. It is shown only once. */
interface ShownLink {
  readonly clientId: string;
  readonly url: string;
  readonly expiresAt: number;
}

/** The user of the page. `unknown`: the service has not answered yet. */
type Visitor = 'unknown' | 'stranger' | 'operator';

/** The data of the dashboard. */
export interface DashboardState {
  readonly visitor: Signal<Visitor>;
  /** The person at the page, and the ways to sign in; null until the service has answered. */
  readonly session: Signal<Session | null>;
  /** The token sent with every change; null when signed out. */
  readonly csrfToken: Signal<string | null>;
  /** Whether the sign-in has expired, before or during this visit. */
  readonly hasExpired: Signal<boolean>;
  readonly route: Signal<Route>;
  /** Increases with each change of the view or page. Answers for a previous visit are dropped. */
  readonly visit: Signal<number>;
  /** Whether another view, or the sign-in, was shown before the current view. */
  readonly hasMoved: Signal<boolean>;
  /** Null until it is loaded. */
  readonly applications: Signal<readonly ApplicationSummary[] | null>;
  /** The application that the route names; null until it is loaded. */
  readonly application: Signal<Application | null>;
  /** Null until they are loaded. */
  readonly accounts: Signal<ShownAccounts | null>;
  /** Null until they are loaded. */
  readonly consents: Signal<ShownConsents | null>;
  /** Null until they are loaded. */
  readonly sessions: Signal<ShownSessions | null>;
  /** Null until they are loaded. */
  readonly webhooks: Signal<readonly Webhook[] | null>;
  /** Null until a webhook is chosen. */
  readonly deliveries: Signal<ShownDeliveries | null>;
  readonly webhookSecret: Signal<ShownWebhookSecret | null>;
  /** Null until they are loaded. */
  readonly changes: Signal<LoadedPages<Change> | null>;
  /** Null until they are loaded. */
  readonly adminKeys: Signal<AdminKeys | null>;
  readonly shownKey: Signal<ShownKey | null>;
  /** Every provider with its state; null until they are loaded. */
  readonly providers: Signal<readonly KnownProvider[] | null>;
  /** The flows that have the route's reference; null until they are loaded. */
  readonly foundFlows: Signal<readonly FoundFlow[] | null>;
  /** The action that waits while the user is asked about unsaved edits, or null. */
  readonly leaving: Signal<(() => void) | null>;
  /** The problem of a view that could not be loaded. */
  readonly problem: Signal<Problem | null>;
  readonly shownSecret: Signal<ShownSecret | null>;
  readonly shownLink: Signal<ShownLink | null>;
  /** A sentence about the last change, for the live region. */
  readonly status: Signal<string>;
}

/**
 * @param route - the first view
 * @returns the data before the first request
 */
export function createState(route: Route): DashboardState {
  return {
    visitor: signal('unknown'),
    session: signal(null),
    csrfToken: signal(null),
    hasExpired: signal(false),
    route: signal(route),
    visit: signal(0),
    hasMoved: signal(false),
    applications: signal(null),
    application: signal(null),
    accounts: signal(null),
    consents: signal(null),
    sessions: signal(null),
    webhooks: signal(null),
    deliveries: signal(null),
    webhookSecret: signal(null),
    changes: signal(null),
    adminKeys: signal(null),
    shownKey: signal(null),
    providers: signal(null),
    foundFlows: signal(null),
    leaving: signal(null),
    problem: signal(null),
    shownSecret: signal(null),
    shownLink: signal(null),
    status: signal(''),
  };
}

/**
 * Records a sign-in or sign-out. A sign-out removes the operators' data.
 *
 * @param token - the session's CSRF token; null without a session
 */
export function enter(state: DashboardState, token: string | null): void {
  batch(() => {
    state.csrfToken.value = token;
    state.visitor.value = token === null ? 'stranger' : 'operator';
    state.hasExpired.value = false;
    state.leaving.value = null;
    if (token !== null) return;
    state.hasMoved.value = true;
    state.applications.value = null;
    state.application.value = null;
    dropPage(state);
    state.changes.value = null;
    state.foundFlows.value = null;
    dropKeys(state);
    state.shownSecret.value = null;
    state.shownLink.value = null;
  });
}

/** Drops the data that belongs to a single page of an application. */
function dropPage(state: DashboardState): void {
  state.accounts.value = null;
  state.consents.value = null;
  state.sessions.value = null;
  state.webhooks.value = null;
  state.deliveries.value = null;
  state.webhookSecret.value = null;
  state.providers.value = null;
}

function dropKeys({ adminKeys, shownKey }: DashboardState): void {
  adminKeys.value = null;
  shownKey.value = null;
}

/** Goes to a view and drops the data of the previous one. Pages of the same application share its data. */
export function moveTo(state: DashboardState, route: Route): void {
  const clientId = route.view === 'application' ? route.clientId : '';
  const isSameApplication = clientId === readClientId(state);
  const isSamePage = isSameApplication && readPage(route) === readPage(state.route.value);
  batch(() => {
    state.route.value = route;
    state.hasMoved.value = true;
    state.leaving.value = null;
    if (!isSamePage) {
      state.visit.value += 1;
      dropPage(state);
    }
    if (!isSameApplication) {
      state.application.value = null;
      state.shownSecret.value = null;
    }
    state.changes.value = null;
    state.foundFlows.value = null;
    dropKeys(state);
    state.problem.value = null;
    state.status.value = '';
  });
}

/** @param loaded - an answer; the user may have left the application since the request */
export function showApplication({ route, application }: DashboardState, loaded: Application): void {
  const current = route.value;
  const isNamed = current.view === 'application' && current.clientId === loaded.client_id;
  if (isNamed) application.value = loaded;
}

function readPage(route: Route): string | undefined {
  return route.view === 'application' ? route.page : undefined;
}

/** @returns the client ID in the route; empty for other routes */
export function readClientId({ route }: DashboardState): string {
  return route.value.view === 'application' ? route.value.clientId : '';
}

/**
 * Handles an answer. The first 401 shows that the session has ended.
 *
 * @param use - stores the answer
 * @returns the problem, or null
 */
export function settle<Value>(
  state: DashboardState,
  result: Result<Value>,
  use: (value: Value) => void,
): Problem | null {
  if (result.ok) {
    batch(() => use(result.value));
    return null;
  }
  if (result.problem.status === 401 && state.visitor.value === 'operator') {
    enter(state, null);
    state.hasExpired.value = true;
  }
  return result.problem;
}

/** The steps after a change. */
interface AfterChange<Value> {
  /** Stores the answer. */
  use?(value: Value): void;
  /** Loads what the page shows. */
  show(): Promise<Problem | null>;
}

/**
 * Waits for a change, then shows it. If the user has left the page meanwhile, the answer is dropped.
 *
 * @returns the problem, or null
 */
export async function changeHere<Value>(
  state: DashboardState,
  change: Promise<Result<Value>>,
  { use, show }: AfterChange<Value>,
): Promise<Problem | null> {
  const { value: visit } = state.visit;
  const failed = settle(state, await change, (value) => {
    if (state.visit.value === visit) use?.(value);
  });
  return failed || state.visit.value !== visit ? failed : await show();
}
