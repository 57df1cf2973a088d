import type { PendingTask, View } from '../page/flow.ts';
import type { Page } from '../page/phase.ts';
import type { Problem } from '../page/problems.ts';
import { noTerms } from '../shapes/flow-answers.ts';
import { ledgerly } from './providers.ts';

/** The differences of a state of the Connect page from a test application without problems. */
interface More
  extends Partial<
    Pick<Page, 'account' | 'isExpiring' | 'isVisit' | 'link' | 'providers' | 'submissions'>
  > {
  readonly problem?: Omit<Problem, 'description'>;
  readonly pending?: PendingTask;
  readonly environment?: 'live';
  /** Acts in the drawn page as a person would, for states that only an action in the page leads to. */
  readonly act?: () => void;
  /** Present if only a page in a popup has the state. */
  readonly surface?: 'popup';
  /** Present if the state can also be shown in a frame in the host's modal. */
  readonly isFramed?: true;
}

export interface PageState extends More {
  readonly title: string;
  readonly view: View;
}

export function createStates(common: More) {
  return (title: string, view: View, more: More = {}): PageState => {
    return { title, view, ...common, ...more };
  };
}

/** A problem of the last request. By default, the same request can succeed later. */
export function failWith(
  code: Problem['code'],
  more: Partial<Problem> = {},
): Pick<More, 'problem'> {
  return { problem: { code, retryable: true, ...more } };
}

export const lost = failWith('connection_lost');

/** The provider, the account and the consent of every state. */
const { id, name, domain, logo } = ledgerly;
export const provider = { id, name, domain, logo };
export const account = { label: 'pat@example.com' };
export const consent = {
  kind: 'consent',
  provider,
  account,
  shares: ['identity', 'returns', 'forms', 'transcripts'],
  terms: noTerms,
} as const;
