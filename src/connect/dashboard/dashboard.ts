import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Session } from '../shapes/dashboard-answers.ts';
import { type Destination, isWithin, type Route } from './routes.ts';
import type { Edits } from './unsaved-edits.ts';
import { createVisitor, type Problem, type Visitor } from './visitor.ts';

/** A secret that the service shows only once. */
export interface ShownSecret {
  readonly kind: 'client-secret' | 'admin-key' | 'webhook-secret' | 'link';
  /** The name of the secret, such as "client secret". It completes "Copy the". */
  readonly what: string;
  /** The name of the application or webhook that the secret belongs to; '' if `what` already contains it. */
  readonly of: string;
  readonly value: string;
  /** The view that shows it. Leaving that view removes the secret. */
  readonly home: Destination;
  /** Milliseconds since the epoch, or null if it does not expire. */
  readonly expiresAt: number | null;
}

/** The state that all views share: the visitor, the address, and data that stays when the view changes. */
export interface Dashboard extends Pick<Visitor, 'session' | 'hasExpired' | 'ask'> {
  readonly route: ReadonlySignal<Route>;
  /** Increases when another view or page is shown. */
  readonly visit: ReadonlySignal<number>;
  /** Increases when the shown data may be out of date. */
  readonly refreshes: ReadonlySignal<number>;
  /** Whether another view, or the sign-in, was shown before the current view. */
  readonly hasMoved: ReadonlySignal<boolean>;
  /** The reason why the visitor is unknown, or null. */
  readonly problem: ReadonlySignal<Problem | null>;
  /** The action that waits while the user is asked about unsaved edits, or null. */
  readonly leaving: ReadonlySignal<(() => void) | null>;
  readonly secrets: ReadonlySignal<readonly ShownSecret[]>;
  /** The sentence about the last change, for the live region. */
  readonly status: ReadonlySignal<string>;
  /** Asks the service who the visitor is, or loads the shown data again. */
  load(): Promise<void>;
  /** Uses the answer to a sign-in or a sign-out. */
  enter(session: Session, sentence: string): void;
  /** Goes to a view, after a question if edits would be lost; the address follows. */
  go(route: Destination): void;
  /** Goes to a view without a question, because its edits are saved. */
  open(route: Destination): void;
  /** Shows the view of the address. */
  show(route: Route): void;
  /** Acts at once, or asks first if edits would be lost. */
  leave(act: () => void): void;
  /** Ends the question. */
  stay(): void;
  /** Puts a sentence into the live region. */
  say(sentence: string): void;
  showSecret(secret: ShownSecret): void;
  forgetSecret(secret: ShownSecret): void;
  /** @returns the input's text when the sign-in expired, or undefined. It is returned only once */
  takeEdit(id: string): string | boolean | undefined;
}

/** The dependencies of the dashboard. */
export interface DashboardOptions {
  /** The browser's `fetch`, or a test's. */
  readonly send: typeof fetch;
  readonly firstRoute: Route;
  /** Called when the user goes to another view, to update the address bar. */
  onRoute(route: Destination): void;
  /** @returns the edits that would be lost with the view */
  findEdits(): Edits;
}

/** @returns the dashboard before its first request */
export function createDashboard(options: DashboardOptions): Dashboard {
  const status = signal('');
  const problem = signal<Problem | null>(null);
  const refreshes = signal(0);
  const kept = createKeptEdits();
  const navigation = createNavigation(options, status);
  const visitor = createVisitor(options.send, (person) => {
    kept.keep(options.findEdits(), person);
    navigation.leaveView();
    navigation.secrets.value = [];
  });
  const { secrets } = navigation;
  const isSame = (one: ShownSecret, other: ShownSecret) =>
    one.kind === other.kind && one.what === other.what && one.of === other.of;
  return {
    ...navigation,
    session: visitor.session,
    hasExpired: visitor.hasExpired,
    ask: visitor.ask,
    refreshes,
    problem,
    status,
    takeEdit: kept.take,
    async load() {
      problem.value = null;
      if (visitor.session.value === null) problem.value = await visitor.find();
      else refreshes.value += 1;
    },
    enter(session, sentence) {
      batch(() => {
        kept.checkOwner(session.person);
        visitor.enter(session);
        navigation.leaveView();
        if (session.csrf_token === null) secrets.value = [];
        status.value = sentence;
      });
    },
    say(sentence) {
      status.value = sentence;
    },
    showSecret(secret) {
      secrets.value = [...secrets.value.filter((one) => !isSame(one, secret)), secret];
    },
    forgetSecret(secret) {
      secrets.value = secrets.value.filter((one) => one !== secret);
    },
  };
}

/** Handles the address, the question about unsaved edits, and the data that is removed with a view. */
function createNavigation(options: DashboardOptions, status: Signal<string>) {
  const route = signal(options.firstRoute);
  const visit = signal(0);
  const hasMoved = signal(false);
  const leaving = signal<(() => void) | null>(null);
  const secrets = signal<readonly ShownSecret[]>([]);

  const leaveView = () =>
    batch(() => {
      visit.value += 1;
      hasMoved.value = true;
      leaving.value = null;
      status.value = '';
    });
  const show = (next: Route) =>
    batch(() => {
      const before = route.value;
      if (isWithin(before, next) && isWithin(next, before)) leaving.value = null;
      else leaveView();
      route.value = next;
      hasMoved.value = true;
      status.value = '';
      // A secret may have arrived in another view. It is kept until its own view has shown it.
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
  const stay = () => {
    leaving.value = null;
  };
  const go = (next: Destination) => leave(() => open(next));
  return { route, visit, hasMoved, leaving, secrets, leaveView, show, open, leave, stay, go };
}

/** Keeps the edits of a person whose sign-in expired, for the same person's next sign-in. */
function createKeptEdits() {
  let edits: Edits = new Map();
  let owner: string | null = null;
  return {
    keep(found: Edits, person: string | null) {
      edits = found;
      owner = person;
    },
    checkOwner(person: string | null) {
      if (person !== owner) edits.clear();
    },
    take(id: string) {
      const edit = edits.get(id);
      edits.delete(id);
      return edit;
    },
  };
}
