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

/**
 * The question in a popup without an opener: did its user open it? With a yes, the popup continues the flow of the page
 * in the host's frame.
 */
export interface PopupQuestion {
  /** The host's origin, which the user should recognize. */
  readonly origin: string;
  /** Whether the user, to say yes, also types the number that the host shows. */
  readonly needsNumber: boolean;
}

/** Why a person cannot start the flow of a link. `left`: the person has cancelled, and may start again. */
export type LinkEnd = Exclude<Link['status'], 'open'> | 'left';

/** The screen that the page shows, exactly one at a time. */
export type View =
  /** The first screen of a link. The flow has not started yet. */
  | { readonly kind: 'link' }
  /** The page waits for the service to start the flow. */
  | { readonly kind: 'starting' }
  /** Another person's link may have led to this popup, so the user says whether they opened it. */
  | { readonly kind: 'question'; readonly question: PopupQuestion }
  /** The user picks a provider, here or in the host's modal. */
  | { readonly kind: 'select' }
  | { readonly kind: 'login'; readonly provider: SelectedProvider }
  | {
      readonly kind: 'mfa';
      readonly provider: SelectedProvider;
      /** Undefined for a one-time code without details. */
      readonly challenge?: Challenge | undefined;
    }
  /** The flow connects an account again, but the user has signed in to another account. */
  | { readonly kind: 'differentAccount'; readonly provider: SelectedProvider }
  | {
      readonly kind: 'consent';
      readonly provider: SelectedProvider;
      /** The provider's name for the account, or null. */
      readonly accountLabel: string | null;
      /** The kinds of data (shares) that the provider can give. The consent screen lists them. */
      readonly shares: readonly Share[];
      /** The application's purpose, its privacy policy, and for how many days it may read the data. */
      readonly terms: ConsentTermsJson;
    }
  /** The list at `/manage`, after the sign-in. */
  | {
      readonly kind: 'manage';
      readonly provider: SelectedProvider;
      readonly accountLabel: string | null;
      readonly accesses: readonly Access[];
      /** The name of the application whose access the person has just ended, or null. */
      readonly ended: string | null;
    }
  | {
      readonly kind: 'success';
      /**
       * The connected account; null when the host confirmed the code only after the page had stopped waiting for it.
       */
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

/** @returns whether the user has selected a provider, and the flow has not ended */
export function isInProvider({ kind }: View): boolean {
  return inProvider.has(kind);
}

/** The text of the consent screen that the user has read before the decision. The service stores its hash. */
export interface ShownConsent {
  /** The language of the text, as a BCP 47 tag. */
  readonly locale: string;
  /** The text in lines, without the name of the account. */
  readonly text: string;
}

/** The user's action that waits for a response. Views show it as pending. */
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
