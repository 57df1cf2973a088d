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

/** How the page was opened. `session` is null until the host welcomes the page. */
export type Home =
  /** The redirect flow, in the browser itself and without a host. */
  | { readonly name: 'alone' }
  | {
      readonly name: 'frame';
      readonly session: PageSession | null;
      readonly sharing: Sharing | null;
      /** True once the host has closed the session, or the popup's user has decided. */
      readonly isOver?: boolean;
    }
  | {
      readonly name: 'popup';
      readonly session: PageSession | null;
      /** Whether the service tells the frame when this popup closes before its user has answered. */
      readonly isAsking: boolean;
    }
  /**
   * A popup that drives the flow of the page in the frame. It communicates with that page through the service.
   * `ending`: the service reports that the flow has ended for the popup, because the page in the frame has fetched
   * the code (`issued`), or for another reason.
   */
  | {
      readonly name: 'joined';
      readonly id: number;
      readonly ending: 'issued' | 'ended' | null;
    };

/** Where the page is, exactly one place at a time. Only `transition` changes it. */
export type Place =
  | Home
  /** The browser leaves for the provider's own site. */
  | { readonly name: 'away'; readonly home: Home }
  /**
   * The browser has returned from the provider's own site, and the flow has not continued yet. `query` has the
   * parameters that the provider added to the address; it is null when the user came back in another way.
   */
  | { readonly name: 'back'; readonly home: Home; readonly query: string | null };

/** The request that the page waits for. A response with another ID is dropped. */
export interface PendingRequest {
  readonly id: number;
  /** Null when the page shows nothing about the request. */
  readonly task: PendingTask | null;
  /** Whether the page leaves at once after the selection, for a provider whose users sign in on its own site. */
  readonly opensSite?: boolean;
  /** The provider to whose login the page returns by way of the selection. */
  readonly returnsTo?: string | undefined;
  /** Whether the service has answered, so that the page waits only until the code has been received. */
  readonly isDelivered?: boolean;
}

/** The pending request, and the problem of the last one if the user can recover from it. */
export interface Work {
  readonly request: PendingRequest | null;
  readonly failure: { readonly problem: Problem; readonly task: PendingTask | null } | null;
}

/** The flow has ended. */
export type Outcome = Extract<View, { kind: 'success' | 'denied' | 'linkOver' | 'failed' }>;

/** The user's step. `view` is the same object until the step changes. An outcome has no pending request. */
export type Step = ({ readonly view: Exclude<View, Outcome> } & Work) | { readonly view: Outcome };

/** The language and the colours, from the host or otherwise from the browser. */
export interface Presentation {
  /** A BCP 47 tag. */
  readonly locale: string;
  readonly theme: Theme;
  /** The host's accent and radius; missing: as the application has registered. */
  readonly appearance?: PageSession['appearance'] | undefined;
}

/** The whole page, as `transition` reads it. It never holds a password or a code. */
export interface Page {
  readonly place: Place;
  /** Whether the page is at `/manage`, where no application is involved and the person ends accesses. */
  readonly isVisit: boolean;
  readonly step: Step;
  /** The proof in the address of a popup, or null. */
  readonly handoff: string | null;
  /** The secret of a session; empty when the address has lost it; null without a session. */
  readonly session: string | null;
  /** The link that opened the page, or null. */
  readonly link: Link | null;
  /** The ID of the request by which the page listens for the end of its session; null while it does not listen. */
  readonly sessionWatch: number | null;
  /** Whether the page asks if the user is still there, because the flow is about to end. */
  readonly isExpiring: boolean;
  /** Whether the tab is hidden. */
  readonly isHidden: boolean;
  /** Whether the page is in a popup without an opener, as after a reload. Its host may find the popup again. */
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
  readonly presentation: Presentation;
  /** The reference for support: eight characters. */
  readonly reference: string;
  /** The number of requests so far, for their IDs. */
  readonly requests: number;
}

/** The values of a newly loaded page. */
export type PageFacts = Pick<
  Page,
  | 'place'
  | 'isVisit'
  | 'handoff'
  | 'session'
  | 'link'
  | 'isReloaded'
  | 'application'
  | 'presentation'
  | 'reference'
>;

/** @returns the state of the page before its flow starts */
export function createPage(facts: PageFacts): Page {
  return {
    ...facts,
    step: { view: { kind: 'starting' }, request: null, failure: null },
    providers: [],
    submissions: null,
    account: null,
    origin: null,
    providerId: null,
    selector: 'page',
    canGoBack: true,
    sessionWatch: null,
    isExpiring: false,
    isHidden: false,
    requests: 0,
  };
}

/** @returns the home, even while the browser is at the provider's site or has just returned */
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
