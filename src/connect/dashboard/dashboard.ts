import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Session } from '../shapes/dashboard-answers.ts';
import {
  type ApplicationRoute,
  type Destination,
  type Filters,
  formatFilters,
  isSameView,
  isWithin,
  type Route,
  readFilters,
} from './routes.ts';
import type { Edits } from './unsaved-edits.ts';
import { createVisitor, type Problem } from './visitor.ts';

/** A secret that the service shows only once. */
export interface ShownSecret {
  readonly kind: 'client-secret' | 'admin-key' | 'webhook-secret' | 'link';
  /** The kind of secret in words, such as "client secret". The note says "Copy the client secret". */
  readonly what: string;
  /** The name of the application or webhook that the secret belongs to; '' if `what` already contains it. */
  readonly of: string;
  readonly value: string;
  /** The ID of the webhook that the secret belongs to. The pages of other webhooks do not show the secret. */
  readonly item?: string;
  /** The view that shows the secret. When the user leaves this view, the secret is removed. */
  readonly home: Destination;
  /** When the secret expires, in milliseconds since the epoch; absent if it does not expire. */
  readonly expiresAt?: number;
}

export interface DashboardOptions {
  readonly send: typeof fetch;
  readonly firstRoute: Route;
  /** Called when the dashboard shows another view. It must update the address bar. */
  onRoute(route: Destination): void;
  /** Called when the shown view gets other filters. It must change the address without a new entry. */
  onFilters(route: ApplicationRoute): void;
  findEdits(): Edits;
}

/** A sentence in the live region. */
export interface Saying {
  readonly text: string;
  /** Increases with each sentence, even if it is the same sentence again. */
  readonly number: number;
}

export type Dashboard = ReturnType<typeof createDashboard>;

/** @returns the dashboard's state. No request is sent before `load` is called */
export function createDashboard(options: DashboardOptions) {
  const status = signal<Saying | null>(null);
  let said = 0;
  const problem = signal<Problem | null>(null);
  const refreshes = signal(0);
  /** The edits that were not saved when the sign-in expired. Only the same person gets them back. */
  let keptEdits: Edits = new Map();
  let owner: string | null = null;
  const { leaveView, secrets, ...navigation } = createNavigation(options, status);
  const visitor = createVisitor(options.send, (person) => {
    keptEdits = options.findEdits();
    owner = person;
    leaveView();
    secrets.value = [];
  });
  const say = (text: string) => {
    said += 1;
    status.value = text === '' ? null : { text, number: said };
  };
  const isSame = (one: ShownSecret, other: ShownSecret) =>
    one.kind === other.kind && one.what === other.what && one.of === other.of;
  return {
    ...navigation,
    secrets: secrets as ReadonlySignal<readonly ShownSecret[]>,
    session: visitor.session,
    hasExpired: visitor.hasExpired,
    ask: visitor.ask,
    /** A number that increases when every view must load its data again. */
    refreshes: refreshes as ReadonlySignal<number>,
    /** Why the service could not say who the visitor is; null without a problem. */
    problem: problem as ReadonlySignal<Problem | null>,
    /** The content of the live region, such as a sentence about the last change; null for none. */
    status: status as ReadonlySignal<Saying | null>,
    /** The unsaved text or checked state that an input had when the sign-in expired. Undefined on later calls. */
    takeEdit(id: string) {
      const edit = keptEdits.get(id);
      keptEdits.delete(id);
      return edit;
    },
    /** Asks the service who the visitor is. If this is already known, loads the shown data again. */
    async load() {
      problem.value = null;
      if (visitor.session.value === null) problem.value = await visitor.find();
      else refreshes.value += 1;
    },
    enter(session: Session, sentence: string) {
      batch(() => {
        if (session.person !== owner) keptEdits.clear();
        visitor.enter(session);
        leaveView();
        if (session.csrf_token === null) secrets.value = [];
        say(sentence);
      });
    },
    /** Writes a sentence into the live region, for screen readers only. Others see in the view what it says. */
    say,
    showSecret(secret: ShownSecret) {
      secrets.value = [...secrets.value.filter((one) => !isSame(one, secret)), secret];
    },
    forgetSecret(secret: ShownSecret) {
      secrets.value = secrets.value.filter((one) => one !== secret);
    },
  };
}

function createNavigation(options: DashboardOptions, status: Signal<Saying | null>) {
  const route = signal(options.firstRoute);
  const visit = signal(0);
  const leaving = signal<(() => void) | null>(null);
  const secrets = signal<readonly ShownSecret[]>([]);

  const leaveView = () =>
    batch(() => {
      visit.value += 1;
      leaving.value = null;
      status.value = null;
    });
  const show = (next: Route) =>
    batch(() => {
      const before = route.value;
      if (isSameView(before, next)) leaving.value = null;
      else leaveView();
      // A second click on a link shows its section again, so that the route is another object each time.
      route.value = { ...next };
      status.value = null;
      // A secret is removed with the view that shows it, unless it arrived after the user had left that view.
      secrets.value = secrets.value.filter(
        ({ home }) => isWithin(next, home) || !isWithin(before, home),
      );
    });
  const open = (next: Destination) => {
    options.onRoute(next);
    show(next);
  };
  const leave = (act: () => void) => {
    if (options.findEdits().size > 0) leaving.value = act;
    else act();
  };
  return {
    route: route as ReadonlySignal<Route>,
    /** A number that increases when the user leaves a view or page, signs in or signs out. */
    visit: visit as ReadonlySignal<number>,
    /** @returns a function that says whether the view of the call is still shown */
    markVisit() {
      const { value: own } = visit;
      return () => visit.value === own;
    },
    /** The action that runs if the user agrees to lose unsaved edits; null while the user is not asked. */
    leaving: leaving as ReadonlySignal<(() => void) | null>,
    secrets,
    leaveView,
    /** Shows a view without changing the address. Call it when the browser has changed the address. */
    show,
    /** Shows a view and its address without asking about unsaved edits. Call it after the edits were saved. */
    open,
    /** Runs an action that leaves the view. If unsaved edits would be lost, asks the user first. */
    leave,
    /** Changes the filters of the shown list, and loads it again. They are also in its address. */
    filter<Own extends Filters>(all: Own, changed: Partial<Own>) {
      const { value: shown } = route;
      if (shown.view !== 'application') return;
      const { search, ...others }: Filters = { ...readFilters(shown, all), ...changed };
      route.value = { ...shown, search, section: formatFilters(others) };
      options.onFilters(route.value);
    },
    /** Closes the question about unsaved edits, and stays in the view. */
    stay() {
      leaving.value = null;
    },
    /** Shows a view and its address. If unsaved edits would be lost, asks the user first. */
    go: (next: Destination) =>
      isSameView(route.value, next) ? open(next) : leave(() => open(next)),
  };
}
