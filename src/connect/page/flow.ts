import type { Share } from 'tax-connect/providers';
import type {
  Access,
  Challenge,
  ConsentTermsJson,
  SelectedProvider,
} from '../shapes/flow-answers.ts';
import type { Decision } from '../shapes/unions.ts';
import type { Link } from './flow-data.ts';
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
