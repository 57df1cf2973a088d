import type { PageSession, Provider } from 'tax-connect/page';
import type { FlowEvent, KnownAccount, Submissions } from '../shapes/flow-answers.ts';
import { isInProvider, type PendingTask, type View } from './flow.ts';
import type { FlowData, Link } from './flow-data.ts';
import type { Problem } from './problems.ts';

/** The popup that shares this frame's flow. `id` tells its events from an earlier popup's. `known`: its last event. */
interface Sharing {
  readonly id: number;
  readonly known: FlowEvent;
}

/** The request `id` takes the flow back from a popup. A provider picked in the host's modal waits for it. */
interface TakingBack {
  readonly id: number;
  readonly providerId: string | null;
  readonly hasFailed: boolean;
}

/** A page as it was opened. `session` describes the host, and is null until the host welcomes the page. */
export type Home =
  /** The page is in the browser itself, without a host: in the redirect flow, from a link, or at `/manage`. */
  | { readonly name: 'alone' }
  | {
      readonly name: 'frame';
      readonly session: PageSession | null;
      readonly sharing: Sharing | null;
      readonly takingBack?: TakingBack | null;
      readonly isOver?: boolean;
    }
  | {
      readonly name: 'popup';
      readonly session: PageSession | null;
      /** True when the page asks if the user opened this popup. If it closes first, the frame's page is told. */
      readonly isAsking: boolean;
    }
  /**
   * A popup that has joined the flow of the page in a frame: the popup's page continues that flow. The two pages
   * communicate through the service. `ending` is set when the service reports that the flow goes on without the popup.
   * `issued`: the page in the frame has fetched the code. `ended`: any other reason.
   */
  | {
      readonly name: 'joined';
      readonly id: number;
      readonly ending: 'issued' | 'ended' | null;
    };

/** A page as it was opened, and whether the browser is at the provider's own site. Only `transition` changes it. */
export type Place =
  | Home
  | { readonly name: 'away'; readonly home: Home }
  /** Just back from the provider's site. `query`: the parameters that it added; null for another way, such as Back. */
  | { readonly name: 'back'; readonly home: Home; readonly query: string | null };

/** The request that the page waits for. A response with another ID is dropped. */
export interface PendingRequest {
  readonly id: number;
  /** Null when the page shows nothing about the request. */
  readonly task: PendingTask | null;
  /** True when the page opens the provider's own site right after the selection, if its users sign in there. */
  readonly opensSite?: boolean;
  /** The provider that the request selects. A request that goes back to the selection selects it afterwards. */
  readonly providerId?: string | undefined;
  /** True once the service has accepted the decision, and only the receipt of the code is still awaited. */
  readonly isDelivered?: boolean;
}

export interface Step {
  /** The same object until the step changes. */
  readonly view: View;
  /** Null when the page waits for no response, as after the end of the flow. */
  readonly request: PendingRequest | null;
  /** The problem of the last request if the user can recover from it at this step. */
  readonly failure:
    | (Pick<PendingRequest, 'task' | 'providerId'> & { readonly problem: Problem })
    | null;
}

/** The language and the colours, from the host or otherwise from the browser. */
export interface Presentation extends Pick<PageSession, 'locale' | 'theme'> {
  /** The host's accent and radius. When undefined, the application's registered accent is used. */
  readonly appearance?: PageSession['appearance'] | undefined;
}

/** The whole state of the page, as `transition` reads it. It never holds a password or a code. */
export interface Page extends Pick<FlowData, 'application' | 'session'> {
  readonly place: Place;
  /** True when the page is at `/manage`, where no application is involved and the person ends accesses. */
  readonly isVisit: boolean;
  readonly step: Step;
  /** The secret in the address of a popup, with which it can join the flow of the page in the host's frame; or null. */
  readonly handoff: string | null;
  readonly clientId: string;
  readonly link: Link | null;
  /** The ID of the request by which the page listens for the end of the backend's session, or null. */
  readonly sessionWatch: number | null;
  /** True when the page asks if the user is still there, because the flow is about to end. */
  readonly isExpiring: boolean;
  readonly isHidden: boolean;
  /** True in a popup without an opener, as after a reload. Its host may find the popup again. */
  readonly isReloaded: boolean;
  readonly providers: readonly Provider[];
  readonly submissions: Submissions | null;
  readonly account: KnownAccount | null;
  /** The host's origin as the service verified it, or null. */
  readonly origin: string | null;
  readonly providerId: string | null;
  readonly selector: 'host' | 'page';
  readonly canGoBack: boolean;
  readonly presentation: Presentation;
  /** The eight characters that a user quotes to support. */
  readonly reference: string;
  readonly requests: number;
}

/** The part of the state that is the same for every page before its flow starts. */
const unstarted = {
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
} as const satisfies Partial<Page>;

/** The part of the state that is known when the document has loaded. */
export type PageFacts = Omit<Page, keyof typeof unstarted>;

export function createPage(facts: PageFacts): Page {
  return { ...facts, ...unstarted };
}

/** @returns how the page was opened, also while the browser is at the provider's site or has just returned */
export function getHome(place: Place): Home {
  return place.name === 'away' || place.name === 'back' ? place.home : place;
}

export function getSession(place: Place): PageSession | null {
  const home = getHome(place);
  return home.name === 'frame' || home.name === 'popup' ? home.session : null;
}

/** @returns the window that shows the page: a host's frame or popup, or (`redirect`) the browser itself */
function getSurface(place: Place): 'frame' | 'popup' | 'redirect' {
  const { name } = getHome(place);
  if (name === 'alone') return 'redirect';
  return name === 'frame' ? 'frame' : 'popup';
}

export function isOver({ view: { kind } }: Step): boolean {
  return kind === 'success' || kind === 'denied' || kind === 'linkOver' || kind === 'failed';
}

export type Shown = ReturnType<typeof describeShown>;

export function describeShown(page: Page) {
  const { canGoBack, isExpiring, place, presentation, step } = page;
  const { view, request, failure } = step;
  const surface = getSurface(place);
  // In a frame, Allow stays busy until the host's modal covers the frame.
  const isGiven = view.kind === 'success' && surface === 'frame';
  return {
    ...page,
    ...presentation,
    view,
    surface,
    pending: request?.task ?? (isGiven ? 'allow' : null),
    problem: failure?.problem ?? null,
    failedTask: failure?.task ?? null,
    failedProviderId: failure?.providerId,
    hasPreviousStep: view.kind === 'mfa' || (isInProvider(view) && canGoBack),
    isExpiring: isExpiring && !isOver(step),
  };
}
