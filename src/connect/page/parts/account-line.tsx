import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';

export interface AccountLineProps {
  readonly provider: SelectedProvider;
  /** The provider's name for the account, or null. */
  readonly accountLabel: string | null;
}

/** The provider and the account that the person has signed in to, below the title of a step. */
export function AccountLine({ provider, accountLabel }: AccountLineProps) {
  const { text } = usePage();
  return (
    <p class="view__lead">
      <span class="visually-hidden">{text.consent.account}: </span>
      <bdi translate={false}>{provider.name}</bdi>
      {accountLabel && (
        <>
          {' · '}
          <bdi translate={false}>{accountLabel}</bdi>
        </>
      )}
    </p>
  );
}
