import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';
import { AccountRow } from './account-row.tsx';
import { Loading } from './loading.tsx';
import { MoreButton } from './more-button.tsx';
import { Section } from './section.tsx';
import { SubmitButton, useSubmission } from './submit.tsx';
import { TextField } from './text-field.tsx';

const listId = 'accounts-list';

/** The accounts that are connected to the application: searched, paged, disconnected. */
export function AccountsSection() {
  const { accounts, showMoreAccounts } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = accounts.value;
  return (
    <Section
      id="accounts-title"
      title="Connected accounts"
      lead="Each has an access token that works. User names are never shown."
      titleRef={heading}
    >
      <SearchForm />
      {shown !== null && shown.list.length === 0 && <NoAccounts search={shown.search} />}
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
    </Section>
  );
}

function NoAccounts({ search }: { readonly search: string }) {
  const text =
    search === ''
      ? 'None yet. An account is listed here once your backend has exchanged its code.'
      : `No account matches “${search}”.`;
  return <p class="empty">{text}</p>;
}

/** Also loads the first page. */
function SearchForm() {
  const { accounts, searchAccounts } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const input = useRef<HTMLInputElement>(null);
  const search = (text: string) => submit(() => searchAccounts(text));

  useEffect(() => void search(''), []);

  const handleSubmit = async (event: Event) => {
    event.preventDefault();
    await search(input.current?.value.trim() ?? '');
    input.current?.focus();
  };
  const clear = async () => {
    if (input.current) input.current.value = '';
    await search('');
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
          hint="A whole account ID, or the ID or name of a provider."
          error={problem?.description ?? null}
        >
          <SubmitButton label="Search accounts" isBusy={isBusy} kind="small" />
          {accounts.value?.search && (
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
