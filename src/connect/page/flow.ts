import type { ReadonlySignal } from '@preact/signals';
import type { Provider } from 'tax-connect/page';
import type { Share } from 'tax-connect/providers';
import type {
  Access,
  Challenge,
  ConsentTermsJson,
  KnownAccount,
  SelectedProvider,
  Submissions,
} from '../shapes/flow-answers.ts';
import type { Decision } from '../shapes/unions.ts';
import type { Application, Link } from './flow-data.ts';
import type { Problem } from './problems.ts';

/** An account, with names that its user recognizes. */
interface ConnectedAccount {
  readonly provider: SelectedProvider;
  /** The provider's name for the account, or null. */
  readonly accountLabel: string | null;
}

/** The question in a popup without an opener, before it joins a flow. */
export interface PopupQuestion {
  /** The host's origin. */
  readonly origin: string;
  /** Whether the user also types the number that the host shows. */
  readonly needsNumber: boolean;
}

/** Why a link cannot be begun. `left`: the person has cancelled, and may begin again. */
export type LinkEnd = Exclude<Link['status'], 'open'> | 'left';

/** The view; exactly one at a time. */
export type View =
  /** The first screen of a link. The flow has not started yet. */
  | { readonly kind: 'link' }
  /** The flow is not bound yet. */
  | { readonly kind: 'starting' }
  /** A link may have led to this popup, so the user says whether they opened it. */
  | { readonly kind: 'question'; readonly question: PopupQuestion }
  /** The user picks a provider, here or in the host's modal. */
  | { readonly kind: 'select' }
  | { readonly kind: 'login'; readonly provider: SelectedProvider }
  | {
      readonly kind: 'mfa';
      readonly provider: SelectedProvider;
      /** Absent when the challenge is a one-time code. */
      readonly challenge?: Challenge | undefined;
    }
  /** Someone else has signed in than the owner of the account to connect again. */
  | { readonly kind: 'differentAccount'; readonly provider: SelectedProvider }
  | {
      readonly kind: 'consent';
      readonly provider: SelectedProvider;
      /** The provider's name for the account, or null. */
      readonly accountLabel: string | null;
      /** The provider's shares, which consent lists. */
      readonly shares: readonly Share[];
      /** What the application wants the data for, its privacy policy, and how many days it may read. */
      readonly terms: ConsentTermsJson;
    }
  /** The list at `/manage`, after the sign-in. */
  | {
      readonly kind: 'manage';
      readonly provider: SelectedProvider;
      readonly accountLabel: string | null;
      readonly accesses: readonly Access[];
      /** The application whose access has just ended, or null. */
      readonly ended: string | null;
    }
  | {
      readonly kind: 'success';
      /** The connected account; null when the host confirmed it late. */
      readonly connected: ConnectedAccount | null;
    }
  | { readonly kind: 'denied' }
  | { readonly kind: 'linkOver'; readonly end: LinkEnd }
  | { readonly kind: 'failed'; readonly problem: Problem };

const inProvider: ReadonlySet<View['kind']> = new Set([
  'login',
  'mfa',
  'differentAccount',
  'consent',
  'manage',
]);

/** @returns whether the user is between the selection and the outcome */
export function isInProvider({ kind }: View): boolean {
  return inProvider.has(kind);
}

/** The text that the user has read before the decision. The service stores its hash. */
export interface ShownConsent {
  /** A BCP 47 tag. */
  readonly locale: string;
  /** The lines of the text, without the name of the account. */
  readonly text: string;
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
  | 'end'
  | Decision;

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
  /** Whether the user can return to the selection. */
  readonly canGoBack: ReadonlySignal<boolean>;
  /** Whether the page shows Back. */
  readonly hasPreviousStep: ReadonlySignal<boolean>;
  /** The host's origin as the service verified it, or null in the redirect flow. */
  readonly origin: ReadonlySignal<string | null>;
  /** The account that the flow connects again, or null. */
  readonly account: ReadonlySignal<KnownAccount | null>;
  readonly submissions: ReadonlySignal<Submissions | null>;
  /** Whether the page asks if the user is still there. */
  readonly isExpiring: ReadonlySignal<boolean>;
  /** The link that opened the page, or null. */
  readonly link: ReadonlySignal<Link | null>;
  /** The user names that were typed, by provider. They are in memory only, and save typing one twice. */
  readonly typedNames: Map<string, string>;
  /** The person of a link begins the flow. */
  begin(): void;
  /** The person of a link or a redirect flow leaves before the end. */
  cancel(): void;
  /**
   * Confirms that the user opened this popup.
   *
   * @param number - the user's input, or null
   */
  confirmPopup(number: string | null): void;
  /** The user says that they did not open this popup. */
  refusePopup(): void;
  selectProvider(providerId: string): void;
  /** Tells the host, but not the service, that the user's provider is missing. */
  reportUnlisted(): void;
  goBack(): void;
  /** Returns to the login, after someone else has signed in. */
  signInAgain(): void;
  /** @param fields - the user's input, by the names of the provider's fields */
  login(fields: Readonly<Record<string, string>>): void;
  /** @param answer - the answer to the challenge; an empty one asks whether a push has been approved */
  submitAnswer(answer: string): void;
  /** Asks the provider to send the challenge again. */
  resend(): void;
  /** Sends the browser to the provider's site. */
  goToProvider(): void;
  /** @param shown - the text of the consent screen */
  decide(decision: Decision, shown?: ShownConsent): void;
  /** Ends the access of an application to this account. */
  endAccess(accountId: string): void;
  /** The user is still there. */
  keepGoing(): void;
  /** Drops the pending request; the step stays. Idempotent. */
  abort(): void;
}
