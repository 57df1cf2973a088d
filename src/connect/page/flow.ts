import type { ReadonlySignal } from '@preact/signals';
import type { Provider } from 'tax-connect/page';
import type {
  Challenge,
  SelectedProvider,
  StartedFlow,
  Submissions,
} from '../shapes/flow-answers.ts';
import type { Decision } from '../shapes/unions.ts';
import type { FlowBinding, FlowResult } from './flow-client.ts';
import type { Application } from './flow-data.ts';
import type { Problem } from './problems.ts';

/** An account, in words that its user recognizes. */
interface ConnectedAccount {
  readonly provider: SelectedProvider;
  /** The provider's name for the account, or null. */
  readonly accountLabel: string | null;
}

/** The question in a popup without an opener, before it joins a flow. */
export interface WindowQuestion {
  /** The host's origin. */
  readonly origin: string;
  /** True: the user also types the number that the host shows. */
  readonly needsNumber: boolean;
  /** @param number - the user's input, or null */
  join(number: string | null): Promise<FlowResult<unknown>>;
  /** Called after the popup has joined. */
  onJoined(): void;
  /** The user has not opened the popup. */
  onRefused(): void;
}

/** The view; exactly one at a time. */
export type View =
  /** The flow is not bound yet. */
  | { readonly kind: 'starting' }
  /** A link may have led here, so the user says whether they have opened the window. */
  | { readonly kind: 'question'; readonly question: WindowQuestion }
  /** The user picks a provider, here or in the host's modal. */
  | { readonly kind: 'select' }
  | { readonly kind: 'login'; readonly provider: SelectedProvider }
  | {
      readonly kind: 'mfa';
      readonly provider: SelectedProvider;
      /** Absent: the challenge is a one-time code. */
      readonly challenge?: Challenge | undefined;
    }
  | {
      readonly kind: 'consent';
      readonly provider: SelectedProvider;
      /** The provider's name for the account, or null. */
      readonly accountLabel: string | null;
    }
  | {
      readonly kind: 'success';
      /** The connected account; null when the host confirmed it late. */
      readonly connected: ConnectedAccount | null;
    }
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/**
 * @param view - what the page shows
 * @returns whether the user is between the selection and the outcome
 */
export function isInProvider({ kind }: View): boolean {
  return kind === 'login' || kind === 'mfa' || kind === 'consent';
}

/** The request that the page waits for. */
export type PendingTask =
  | 'start'
  | 'join'
  | 'select'
  | 'back'
  | 'login'
  | 'mfa'
  | 'resend'
  | 'push'
  | Decision;

/** Receives the flow's events, and passes them on to the host. */
export interface FlowReporter {
  onStarted(flow: StartedFlow): void;
  onProviderSelected(providerId: string): void;
  /** The user says that their provider is missing. */
  onProviderNotListed(): void;
  onStep(step: 'select' | 'login' | 'consent'): void;
  /**
   * The outcome. The code is not stored: pass it on and forget it.
   *
   * @returns whether the host has confirmed the code
   */
  onCode(code: string, nonce: string): Promise<boolean>;
  onDenied(): void;
  /** @param url - the address of the provider's site that the browser visits next */
  onVisit(url: string): void;
  /** The flow has ended without an outcome. */
  onFailed(problem: Problem): void;
}

/** The start of a flow. */
export interface FlowStart {
  /** Null in the redirect flow. */
  readonly binding: FlowBinding | null;
  /** A preselected provider, or null. */
  readonly providerId: string | null;
  /** The side that draws the selector. If the host draws it, the host skips it and shows its failures. */
  readonly selector: 'host' | 'page';
  /** Set after a return from the provider's site. */
  readonly visit?: { readonly query: string | null } | undefined;
}

/** The flow as views read it, and the user's actions. */
export interface FlowStore {
  readonly application: ReadonlySignal<Application>;
  readonly view: ReadonlySignal<View>;
  readonly pending: ReadonlySignal<PendingTask | null>;
  /** A problem of the last request that the current view can recover from, or null. */
  readonly problem: ReadonlySignal<Problem | null>;
  /** The request that `problem` is about. */
  readonly failedTask: ReadonlySignal<PendingTask | null>;
  readonly providers: ReadonlySignal<readonly Provider[]>;
  /** The side that draws the selector. */
  readonly selector: ReadonlySignal<'host' | 'page'>;
  /** True: the user can return to the selection. */
  readonly canGoBack: ReadonlySignal<boolean>;
  /** The host's origin as the service verified it, or null in the redirect flow. */
  readonly origin: ReadonlySignal<string | null>;
  readonly submissions: ReadonlySignal<Submissions | null>;
  /** Asks the user whether they have opened this window. */
  ask(question: WindowQuestion): void;
  /** They have. @param number - what they have typed, or null */
  confirmWindow(number: string | null): Promise<void>;
  /** They have not. */
  refuseWindow(): void;
  start(start: FlowStart): Promise<void>;
  selectProvider(providerId: string): Promise<void>;
  /** Tells the host, but not the service, that the user's provider is missing. */
  reportUnlisted(): void;
  goBack(): Promise<void>;
  /** @param fields - the user's input, by the names of the provider's fields */
  login(fields: Readonly<Record<string, string>>): Promise<void>;
  /** @param answer - to the challenge; '' asks whether a push has been approved */
  submitAnswer(answer: string): Promise<void>;
  /** Asks the provider to send the challenge again. */
  resend(): Promise<void>;
  /** Sends the browser to the provider's site. */
  visitProvider(): Promise<void>;
  decide(decision: Decision): Promise<void>;
  /** The browser posts the decision: the page waits to be replaced, or times out. */
  leave(decision: Decision): void;
  /** The host has confirmed the code late, so the notice about the missing confirmation is removed. */
  confirm(): void;
  /** Ends the flow for a problem that the page itself detected. */
  fail(problem: Problem): void;
  /** Aborts the current request; the view stays. Idempotent. */
  close(): void;
}
