import { useRef } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { type AccountChoice, api } from '../../api.ts';
import { RowList } from '../../parts/row-list.tsx';
import { SearchForm } from '../../parts/search-form.tsx';
import { useList } from '../../use-data.ts';
import { accountColumns, toAccountRow } from './account-row.tsx';

const everything = { search: '', status: '' };

const fields = [
  {
    name: 'search',
    label: 'Account ID or provider',
    hint: 'A whole account ID, a whole client_user_id, or the ID or name of a provider.',
  },
  { name: 'status', label: 'Status', options: new Map([['login_required', 'Needs sign-in']]) },
];

/** Lists the connected accounts of the application, with a search and a button to disconnect each account. */
export function AccountsPage({ application }: { readonly application: Application }) {
  const { client_id: clientId } = application;
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useList({
    request: (choice: typeof everything, after) => api.accounts(clientId, choice, after),
    first: everything,
    noun: ['account', 'accounts'],
  });
  return (
    <section class="view" aria-labelledby="accounts-title">
      <h2 class="visually-hidden" id="accounts-title" tabIndex={-1} ref={heading}>
        Connected accounts
      </h2>
      <p class="lead">Each has an access token that works. User names are never shown.</p>
      <SearchForm list={list} fields={fields} initial={everything} noun="accounts" />
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

function describeNone({ search, status }: AccountChoice): string {
  if (search !== '') return `No account matches “${search}”.`;
  return status !== ''
    ? 'No account needs a new sign-in.'
    : 'None yet. An account is listed here once your backend has exchanged its code.';
}
