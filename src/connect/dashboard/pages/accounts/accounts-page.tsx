import { useEffect, useRef } from 'preact/hooks';
import type { AccountChoice } from '../../dashboard-client.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { Loading } from '../../parts/loading.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { SubmitButton, useSubmission } from '../../parts/submit.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { AccountRow } from './account-row.tsx';

const listId = 'accounts-list';

/** The application's connected accounts, with search, pages and a button to disconnect each. */
export function AccountsPage() {
  const { accounts, showMoreAccounts } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = accounts.value;
  return (
    <section class="view" aria-labelledby="accounts-title">
      <h2 class="visually-hidden" id="accounts-title" tabIndex={-1} ref={heading}>
        Connected accounts
      </h2>
      <p class="lead">Each has an access token that works. User names are never shown.</p>
      <SearchForm />
      {shown !== null && shown.list.length === 0 && <NoAccounts choice={shown} />}
      {shown !== null && shown.list.length > 0 && (
        <ul class="addresses" id={listId} aria-labelledby="accounts-title">
          {shown.list.map((account) => (
            <AccountRow
              key={account.account_id}
              account={account}
              onDisconnected={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      {shown?.next && (
        <MoreButton label="Show more accounts" listId={listId} onMore={showMoreAccounts} />
      )}
    </section>
  );
}

function NoAccounts({ choice }: { readonly choice: AccountChoice }) {
  return <p class="empty">{describeNone(choice)}</p>;
}

function describeNone({ search, isInNeed }: AccountChoice): string {
  if (search !== '') return `No account matches “${search}”.`;
  return isInNeed
    ? 'No account needs a new sign-in.'
    : 'None yet. An account is listed here once your backend has exchanged its code.';
}

/** The search form. It also loads the first page. */
function SearchForm() {
  const { accounts, searchAccounts } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const input = useRef<HTMLInputElement>(null);
  const { search = '', isInNeed = false } = accounts.value ?? {};
  const show = (choice: AccountChoice) => submit(() => searchAccounts(choice));
  const showAll = { search: '', isInNeed: false };

  useEffect(() => void show(showAll), []);

  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    await show({ search: input.current?.value.trim() ?? '', isInNeed });
    input.current?.focus();
  };
  const clear = async () => {
    if (input.current) input.current.value = '';
    await show(showAll);
    input.current?.focus();
  };
  return (
    <search>
      <form class="form" noValidate onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          id="search-accounts"
          label="Account ID or provider"
          maxLength={200}
          inputRef={input}
          isOptional
          hint="A whole account ID, a whole client_user_id, or the ID or name of a provider."
          error={problem?.description ?? null}
        >
          <SubmitButton label="Search accounts" isBusy={isBusy} kind="small" />
          <button
            type="button"
            class="button button--small"
            aria-pressed={isInNeed}
            onClick={() => void show({ search, isInNeed: !isInNeed })}
          >
            Only those that need a new sign-in
          </button>
          {(search !== '' || isInNeed) && (
            <button type="button" class="button button--small" onClick={() => void clear()}>
              Show all accounts
            </button>
          )}
        </TextField>
      </form>
      {accounts.value === null && problem === null && <Loading />}
    </search>
  );
}
