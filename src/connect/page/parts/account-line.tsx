import type { ConnectedAccount } from '../flow.ts';
import { usePage } from '../page-context.ts';

/** The provider and the account that the person has signed in to, below the title of a step. */
export function AccountLine({ provider, account }: ConnectedAccount) {
  const { text } = usePage();
  return (
    <p class="view__lead">
      <span class="visually-hidden">{text.consent.account}: </span>
      <bdi translate={false}>{provider.name}</bdi>
      {account.label && (
        <>
          {' · '}
          <bdi translate={false}>{account.label}</bdi>
        </>
      )}
    </p>
  );
}
