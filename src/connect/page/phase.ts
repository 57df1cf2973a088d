import type { PageSession, Provider } from 'tax-connect/page';
import type { FlowEvent, KnownAccount, Submissions } from '../shapes/flow-answers.ts';
import type { Theme } from '../shapes/unions.ts';
import type { PendingTask, View } from './flow.ts';
import type { Application, Link } from './flow-data.ts';
import type { Problem } from './problems.ts';

/** The frame shares its flow with a popup. `known` is the last event of the popup's page. */
interface Sharing {
  readonly id: number;
  readonly known: FlowEvent;
}

/** Where the page lives while it is loaded. `session` is null until the host welcomes the page. */
export type Home =
  /** The redirect flow: the browser itself, without a host. */
  | { readonly name: 'alone' }
  | {
      readonly name: 'frame';
      readonly session: PageSession | null;
      readonly sharing: Sharing | null;
    }
  | {
      readonly name: 'popup';
      readonly session: PageSession | null;
      /** True: the service tells the frame when this popup closes before its user has answered. */
      readonly isAsking: boolean;
    }
  /**
   * A popup that drives the flow of the page in the frame. It communicates with that page through the
   * service. `ending`: the service says that the flow is over for the popup, because the page in the frame
   * has fetched the code (`issued`), or for another reason.
   */
  | {
      readonly name: 'joined';
      readonly id: number;
      readonly ending: 'issued' | 'ended' | null;
    };

/** How the page lives, exactly one at a time. Only `transition` changes it. */
export type Place =
  | Home
  /** The browser leaves for the provider's own site. */
  | { readonly name: 'away'; readonly home: Home }
  /**
   * The browser has returned from the provider's own site, and the flow has not continued yet. `query` is the
   * addition of the provider to the address; null: the user came back in another way.
   */
  | { readonly name: 'back'; readonly home: Home; readonly query: string | null };

/** The request that the page waits for. A response with another ID is dropped. */
export interface PendingRequest {
  readonly id: number;
  /** Null: the page shows nothing about it. */
  readonly task: PendingTask | null;
  /** A provider whose users sign in on its own site is opened at once after the selection. */
  readonly leadsOn?: boolean;
  /** The service has answered. The page waits until the code has been received. */
  readonly isDelivered?: boolean;
}

/** The pending request and the problem of the last one, which the user can recover from. */
export interface Work {
  readonly request: PendingRequest | null;
  readonly obstacle: { readonly problem: Problem; readonly task: PendingTask | null } | null;
}

/** The flow has ended. */
export type Outcome = Extract<View, { kind: 'success' | 'denied' | 'linkOver' | 'failed' }>;

/** The user's step: `view` is the same object until the step changes. An outcome has nothing pending. */
export type Step = ({ readonly view: Exclude<View, Outcome> } & Work) | { readonly view: Outcome };

/** The language and the colours: from the host, else from the browser. */
export interface Showing {
  /** BCP 47 tag. */
  readonly locale: string;
  readonly theme: Theme;
}

/** The whole page, as `transition` reads it. It never holds a password or a code. */
export interface Page {
  readonly place: Place;
  /** True at `/manage`: there is no application, and the person ends accesses. */
  readonly isVisit: boolean;
  readonly step: Step;
  /** The proof in the address of a popup, or null. */
  readonly handoff: string | null;
  /** The secret of a session; '': the address has lost it; or null. */
  readonly session: string | null;
  /** The link that has led here, or null. */
  readonly link: Link | null;
  /** The ID under which the page hears of the end of its session; null: it does not listen. */
  readonly sessionWatch: number | null;
  /** True: in a tab that is not shown. */
  readonly isHidden: boolean;
  /** True: a popup without an opener. Its host may find it again. */
  readonly isReloaded: boolean;
  readonly application: Application;
  readonly providers: readonly Provider[];
  readonly submissions: Submissions | null;
  /** The account that the flow connects again, or null. */
  readonly account: KnownAccount | null;
  /** The host's origin as the service verified it, or null. */
  readonly origin: string | null;
  /** The provider that the flow starts with, or null. */
  readonly providerId: string | null;
  /** The side that draws the selector. */
  readonly selector: 'host' | 'page';
  readonly canGoBack: boolean;
  readonly showing: Showing;
  /** The reference for support. Eight characters. */
  readonly reference: string;
  /** The number of requests so far, for their IDs. */
  readonly requests: number;
}

/** The values of a page that has just been loaded. */
export type PageFacts = Pick<
  Page,
  | 'place'
  | 'isVisit'
  | 'handoff'
  | 'session'
  | 'link'
  | 'isReloaded'
  | 'application'
  | 'showing'
  | 'reference'
>;

/** @returns the page before its flow starts */
export function createPage(facts: PageFacts): Page {
  return {
    ...facts,
    step: { view: { kind: 'starting' }, request: null, obstacle: null },
    providers: [],
    submissions: null,
    account: null,
    origin: null,
    providerId: null,
    selector: 'page',
    canGoBack: true,
    sessionWatch: null,
    isHidden: false,
    requests: 0,
  };
}

/** @returns the place without the way to the provider's site and back */
export function getHome(place: Place): Home {
  return place.name === 'away' || place.name === 'back' ? place.home : place;
}

/** @returns the session of the host that the page can reach, or null */
export function getSession(place: Place): PageSession | null {
  const home = getHome(place);
  return home.name === 'frame' || home.name === 'popup' ? home.session : null;
}

/** @returns the surface of the page */
export function getSurface(place: Place): 'frame' | 'popup' | 'redirect' {
  const { name } = getHome(place);
  if (name === 'alone') return 'redirect';
  return name === 'frame' ? 'frame' : 'popup';
}

/** @returns whether the flow has ended */
export function isOutcome(view: View): view is Outcome {
  const { kind } = view;
  return kind === 'success' || kind === 'denied' || kind === 'linkOver' || kind === 'failed';
}

/** @returns whether the step is an outcome */
export function isOver(step: Step): step is Extract<Step, { view: Outcome }> {
  return isOutcome(step.view);
}

/** @returns the pending request, or null */
export function getRequest(step: Step): PendingRequest | null {
  return isOver(step) ? null : step.request;
}
