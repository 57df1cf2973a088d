import { useRef } from 'preact/hooks';
import type { Application, ConnectedAccount } from '../../../shapes/dashboard-answers.ts';
import { type AccountChoice, api } from '../../api.ts';
import { RowList } from '../../parts/row-list.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type List, useList } from '../../use-data.ts';
import { accountColumns, toAccountRow } from './account-row.tsx';

const everything: AccountChoice = { search: '', isInNeed: false };

/** Lists the connected accounts of the application, with a search and a button to disconnect each account. */
export function AccountsPage({ application }: { readonly application: Application }) {
  const { client_id: clientId } = application;
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useList({
    request: (choice: AccountChoice, after) => api.accounts(clientId, choice, after),
    first: everything,
    noun: ['account', 'accounts'],
  });
  return (
    <section class="view" aria-labelledby="accounts-title">
      <h2 class="visually-hidden" id="accounts-title" tabIndex={-1} ref={heading}>
        Connected accounts
      </h2>
      <p class="lead">Each has an access token that works. User names are never shown.</p>
      <SearchForm list={list} />
      <RowList
        list={list}
        id="accounts-list"
        caption="Connected accounts"
        columns={accountColumns}
        timeColumn="Connected"
        toRow={(account) =>
          toAccountRow({
            clientId,
            account,
            remove: () => list.remove(({ account_id }) => account_id === account.account_id),
            onDisconnected: () => heading.current?.focus(),
          })
        }
        more="Show more accounts"
        empty={describeNone(list.choice)}
      />
    </section>
  );
}

function describeNone({ search, isInNeed }: AccountChoice): string {
  if (search !== '') return `No account matches “${search}”.`;
  return isInNeed
    ? 'No account needs a new sign-in.'
    : 'None yet. An account is listed here once your backend has exchanged its code.';
}

function SearchForm({ list }: { readonly list: List<ConnectedAccount, AccountChoice> }) {
  const input = useRef<HTMLInputElement>(null);
  const { search, isInNeed } = list.choice;
  const readText = () => input.current?.value.trim() ?? '';
  const show = async (choice: AccountChoice) => {
    await list.show(choice);
    input.current?.focus();
  };
  const handleSubmit = (event: Event) => {
    event.preventDefault();
    void show({ search: readText(), isInNeed });
  };
  const clear = () => {
    if (input.current) input.current.value = '';
    void show(everything);
  };
  return (
    <search>
      <form class="form" noValidate onSubmit={handleSubmit}>
        <TextField
          id="search-accounts"
          label="Account ID or provider"
          maxLength={200}
          inputRef={input}
          isOptional
          hint="A whole account ID, a whole client_user_id, or the ID or name of a provider."
          error={null}
        >
          <SubmitButton label="Search accounts" isBusy={list.isLoading} kind="small" />
          <button
            type="button"
            class="button button--small"
            aria-pressed={isInNeed}
            onClick={() => void list.show({ search: readText(), isInNeed: !isInNeed })}
          >
            Needs sign-in
          </button>
          {(search !== '' || isInNeed) && (
            <button type="button" class="button button--small" onClick={clear}>
              Show all accounts
            </button>
          )}
        </TextField>
      </form>
    </search>
  );
}
