import type { AskedQuestion, SelectedProvider, StepContents } from '../shapes/flow-answers.ts';
import type { Decision } from '../shapes/unions.ts';
import type { Link } from './flow-data.ts';
import type { Problem } from './problems.ts';

interface AtProvider {
  readonly provider: SelectedProvider;
}

/** The provider at which the flow has ended without a connection; null when none was selected. */
interface Ended {
  readonly lastProvider: SelectedProvider | null;
}

export type ConnectedAccount = AtProvider & Pick<StepContents<'consent'>, 'account'>;

type Consent = { readonly kind: 'consent' } & AtProvider & StepContents<'consent'>;

/** Why a person cannot start the flow of a link. `left`: the person has cancelled, and may start again. */
export type LinkEnd = Exclude<Link['status'], 'open'> | 'left';

/** The screen that the page shows, exactly one at a time. */
export type View =
  | { readonly kind: 'link' }
  | { readonly kind: 'starting' }
  /** Another person's link may have led to this popup, so the user is asked. A yes continues the frame's flow here. */
  | ({ readonly kind: 'question' } & Pick<AskedQuestion, 'origin' | 'needs_number'>)
  /** The user picks a provider, here or in the host's modal. */
  | { readonly kind: 'select' }
  | ({ readonly kind: 'login' } & AtProvider)
  | ({ readonly kind: 'mfa' } & AtProvider & StepContents<'mfa'>)
  /** The flow connects an account again, but the user has signed in to another account. */
  | ({ readonly kind: 'differentAccount' } & AtProvider)
  | Consent
  /** `ended`: the name of the application whose access the person has just ended, or null. */
  | ({ readonly kind: 'manage'; readonly ended: string | null } & AtProvider &
      StepContents<'manage'>)
  | {
      readonly kind: 'success';
      /** Null when the host confirmed the code only after the page had stopped waiting for it. */
      readonly consent: Consent | null;
    }
  | ({ readonly kind: 'denied' } & Ended)
  | { readonly kind: 'linkOver'; readonly end: LinkEnd }
  | ({ readonly kind: 'failed'; readonly problem: Problem } & Ended);

export type ViewOf<Kind extends View['kind']> = Extract<View, { kind: Kind }>;

export type ChallengeProps = Omit<ViewOf<'mfa'>, 'kind'>;

/** @returns the provider that the user has selected, also after the flow has ended there without a connection */
export function findProvider(view: View): SelectedProvider | null {
  if ('provider' in view) return view.provider;
  return 'lastProvider' in view ? view.lastProvider : null;
}

/** @returns whether the user has selected a provider, and the flow has not ended */
export function isInProvider(view: View): boolean {
  return 'provider' in view;
}

/** The text of the consent screen that the user has read before the decision. The service stores its hash. */
export interface ShownConsent {
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
